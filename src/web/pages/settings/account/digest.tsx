import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Toggle } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

type Message = OutputOf<'getDigestPreview'>['message']

/** The weekly email: whether you get it, and what it says. */
export function DigestSettings() {
  const [previewing, setPreviewing] = useState(false)
  const { data } = useApiQuery('getNotificationSettings')
  const save = useApiMutation('updateNotificationSettings', { successMessage: t('Saved') })
  if (!data) return null
  return (
    <Card
      title={t('Weekly digest')}
      actions={
        <Button size="sm" onClick={() => setPreviewing(true)}>
          {t('Preview')}
        </Button>
      }
    >
      <Toggle
        label={t('Email me what changed every Monday')}
        hint={
          data.mail_configured
            ? t('Themes that rose, fell or are new, and NPS. Nothing is sent for a week without feedback.')
            : t('This server has no mail server configured, so no email is sent.')
        }
        checked={save.isPending ? save.variables.weekly_digest : data.weekly_digest}
        onChange={(on) => save.mutate({ weekly_digest: on })}
      />
      {previewing && <Preview onClose={() => setPreviewing(false)} />}
    </Card>
  )
}

function Preview({ onClose }: { onClose: () => void }) {
  const query = useApiQuery('getDigestPreview')
  return (
    <Dialog open wide onClose={onClose} title={t('Weekly digest')} note={t('The email about the last whole week')}>
      <QueryState query={query}>{({ message }) => <MessageView message={message} />}</QueryState>
    </Dialog>
  )
}

const MessageView = ({ message: { title, summary, sections } }: { message: Message }) => (
  <article className="grid gap-3 text-sm" lang="en">
    <h3 className="text-base font-semibold">{title}</h3>
    <p>{summary}</p>
    {sections.map(({ heading, items }) => (
      <section key={heading}>
        <h4 className="mb-1 font-semibold">{heading}</h4>
        <ul className="list-disc pl-5">
          {items.map(({ label, detail, url }) => (
            <li key={url}>
              <a href={new URL(url).pathname} className="text-accent hover:underline">
                {label}
              </a>
              : {detail}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </article>
)
