import { MessageCircle, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { language, t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { CreateWidget, EditWidget } from './widget-form.tsx'

type Widget = ItemOf<'listFeedbackWidgets'>

/** Publishable keys that show a feedback form on the pages of a website. */
export function Widgets() {
  const { items, isPending } = useApiList('listFeedbackWidgets', {})
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Card
        title={t('Feedback widget')}
        note={t('A button on your website; what visitors write arrives in the Inbox.')}
        actions={
          <Button size="sm" icon={Plus} onClick={() => setCreating(true)}>
            {t('New widget')}
          </Button>
        }
      >
        {items.length === 0 && !isPending ? (
          <EmptyState
            icon={<MessageCircle />}
            title={t('No widgets yet')}
            note={t('Create one for your website and paste its code into the pages.')}
          />
        ) : (
          <p className="text-sm text-soft">
            {t('The key is public. It sends feedback from the allowed websites and can do nothing else.')}
          </p>
        )}
      </Card>
      {items.map((widget) => (
        <WidgetCard key={widget.id} widget={widget} />
      ))}
      {creating && <CreateWidget onClose={() => setCreating(false)} />}
    </>
  )
}

function WidgetCard({ widget }: { widget: Widget }) {
  const lastUsed = widget.last_used_at && (
    <>
      {t('last feedback')} <TimeAgo at={widget.last_used_at} />
    </>
  )
  return (
    <Card
      title={widget.name}
      note={lastUsed || t('never used')}
      actions={widget.revoked_at ? <Chip>{t('Revoked')}</Chip> : <WidgetActions widget={widget} />}
    >
      {!widget.revoked_at && <WidgetCode widget={widget} />}
    </Card>
  )
}

function WidgetActions({ widget }: { widget: Widget }) {
  const [dialog, setDialog] = useState<'edit' | 'revoke' | null>(null)
  const revoke = useApiMutation('revokeFeedbackWidget', { successMessage: t('Widget revoked') })
  const close = () => setDialog(null)
  return (
    <>
      <Button size="sm" onClick={() => setDialog('edit')}>
        {t('Edit')}
      </Button>
      <Button size="sm" variant="danger" onClick={() => setDialog('revoke')}>
        {t('Revoke')}
      </Button>
      {dialog === 'edit' && <EditWidget widget={widget} onClose={close} />}
      <Confirm
        open={dialog === 'revoke'}
        onClose={close}
        onConfirm={() => revoke.mutate({ widgetId: widget.id })}
        busy={revoke.isPending}
        title={t('Revoke this widget?')}
        note={t('Pages with its code can send no more feedback. What came in stays.')}
        confirmLabel={t('Revoke')}
      />
    </>
  )
}

function WidgetCode({ widget }: { widget: Widget }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid gap-3">
      <CopyBlock
        label={t('Code for the pages of {where}', { where: widget.allowed_origins.join(', ') })}
        text={widget.snippet}
      />
      <div>
        <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t('Hide preview') : t('Show preview')}
        </Button>
      </div>
      {isShown && (
        <iframe
          key={widget.updated_at}
          title={t('Preview of {name}', { name: widget.name })}
          src={`/app/feedback-widgets/${widget.id}/preview?lang=${language()}`}
          className="h-[30rem] w-full rounded-lg border border-line"
        />
      )}
    </div>
  )
}
