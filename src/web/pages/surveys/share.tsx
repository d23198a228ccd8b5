import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf, OutputOf } from '#web/api/client.ts'
import { detailMessage } from '#web/api/error-messages.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { QrCode } from './qr-code.tsx'

type SurveyLink = ItemOf<'listSurveyLinks'>

/** Public links to the survey, for sharing or embedding; each can be revoked separately. */
export function Share({ survey }: { survey: OutputOf<'getSurvey'> }) {
  const surveyId = survey.id
  const { items } = useApiList('listSurveyLinks', { surveyId })
  const [adding, setAdding] = useState(false)
  return (
    <>
      {survey.status !== 'active' && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn-text">
          {t('The survey is not open. People who follow a link see that it is closed.')}
        </p>
      )}
      {items.map((link) => (
        <LinkCard key={link.id} surveyId={surveyId} link={link} />
      ))}
      <div>
        <Button op="createSurveyLink" icon={Plus} onClick={() => setAdding(true)}>
          {t('New link')}
        </Button>
      </div>
      {adding && <CreateLink surveyId={surveyId} onClose={() => setAdding(false)} />}
    </>
  )
}

function LinkCard({ surveyId, link }: { surveyId: string; link: SurveyLink }) {
  const revoke = useApiMutation('revokeSurveyLink', { successMessage: t('Link revoked') })
  const lastUsed = link.last_used_at && (
    <>
      {t('last response')} <TimeAgo at={link.last_used_at} />
    </>
  )
  return (
    <Card
      title={link.name}
      note={lastUsed || t('never used')}
      actions={
        link.revoked_at ? (
          <Chip>{t('Revoked')}</Chip>
        ) : (
          <Button
            op="revokeSurveyLink"
            size="sm"
            variant="danger"
            onClick={() => revoke.mutate({ surveyId, linkId: link.id })}
          >
            {t('Revoke')}
          </Button>
        )
      }
    >
      {!link.revoked_at && <LinkCodes link={link} />}
    </Card>
  )
}

const LinkCodes = ({ link }: { link: SurveyLink }) => (
  <div className="flex flex-wrap gap-4">
    <div className="grid min-w-64 flex-1 content-start gap-3">
      <CopyBlock label={t('URL')} text={link.url} />
      {link.allowed_origins.length > 0 && (
        <CopyBlock label={t('Embed code for {where}', { where: link.allowed_origins.join(', ') })} text={link.embed} />
      )}
    </div>
    <QrCode text={link.url} name={link.name} />
  </div>
)

function CreateLink({ surveyId, onClose }: { surveyId: string; onClose: () => void }) {
  const create = useApiMutation('createSurveyLink', { onSuccess: onClose, silent: true })
  return (
    <FormDialog
      title={t('New link')}
      note={t('A publishable key that gives access to this survey only.')}
      submitLabel={t('Create link')}
      busy={create.isPending}
      onSubmit={({ name, origin }) => create.mutate({ surveyId, name: name!, allowed_origins: origin ? [origin] : [] })}
      onClose={onClose}
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
        label={t('Website that embeds the survey')}
        name="origin"
        placeholder="https://www.example.com"
        hint={t('Leave empty if you only need the link.')}
        error={create.error ? detailMessage(create.error) : undefined}
      />
    </FormDialog>
  )
}
