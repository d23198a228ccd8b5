import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { problemSentence } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { QrCode } from './qr-code.tsx'

/** The links under which people answer: for an email, for a page of one's own; each can be revoked by itself. */
export function Share({ survey }: { survey: Out<'getSurvey'> }) {
  const surveyId = survey.id
  const { items } = useList('listSurveyLinks', { surveyId })
  const revoke = useCall('revokeSurveyLink', { said: t('The link was revoked') })
  const [adding, setAdding] = useState(false)
  return (
    <>
      {survey.status !== 'active' && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn-text">
          {t('The survey is not open: whoever follows a link is told so.')}
        </p>
      )}
      {items.map((link) => (
        <Card
          key={link.id}
          title={link.name}
          note={
            link.last_used_at ? (
              <>
                {t('last answered')} <TimeAgo at={link.last_used_at} />
              </>
            ) : (
              t('never used')
            )
          }
          actions={
            link.revoked_at ? (
              <Chip>{t('Revoked')}</Chip>
            ) : (
              <Button size="sm" look="danger" onClick={() => revoke.mutate({ surveyId, linkId: link.id })}>
                {t('Revoke')}
              </Button>
            )
          }
        >
          {!link.revoked_at && (
            <div className="flex flex-wrap gap-4">
              <div className="grid min-w-64 flex-1 content-start gap-3">
                <CopyBlock label={t('Address')} text={link.url} />
                {link.allowed_origins.length > 0 && (
                  <CopyBlock
                    label={t('For the page at {where}', { where: link.allowed_origins.join(', ') })}
                    text={link.embed}
                  />
                )}
              </div>
              <QrCode text={link.url} name={link.name} />
            </div>
          )}
        </Card>
      ))}
      <div>
        <Button icon={<Plus className="size-3.5" />} onClick={() => setAdding(true)}>
          {t('New link')}
        </Button>
      </div>
      {adding && <NewLink surveyId={surveyId} onClose={() => setAdding(false)} />}
    </>
  )
}

function NewLink({ surveyId, onClose }: { surveyId: string; onClose: () => void }) {
  const create = useCall('createSurveyLink', { onDone: onClose, quiet: true })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('New link')}
      note={t('A publishable key: it opens this survey and nothing else.')}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { name, origin } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
          create.mutate({ surveyId, name: name!, allowed_origins: origin ? [origin] : [] })
        }}
      >
        <TextField
          label={t('Name')}
          name="name"
          required
          autoFocus
          maxLength={200}
          placeholder={t('Footer of the website')}
        />
        <TextField
          label={t('Page that embeds it')}
          name="origin"
          placeholder="https://www.example.com"
          hint={t('Leave empty for a link alone.')}
          problem={create.error ? problemSentence(create.error) : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create link')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
