import { Plus, RotateCw, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { problemOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Confirm, Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { EmptyFirst, ErrorState } from '#web/ui/states.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

type Hook = ItemOf<'listWebhooks'>
const families = [
  '*',
  'feedback.*',
  'insight.*',
  'theme.*',
  'opportunity.*',
  'project.*',
  'initiative.*',
  'contact.*',
  'nps.*',
  'competitor.*',
  'job.*',
]

export function Webhooks() {
  const { isAdmin } = useSession()
  const list = useList('listWebhooks', {})
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <Card
      title={t('Webhooks')}
      flush
      note={t('Signed by Standard Webhooks, sent at least once.')}
      actions={
        isAdmin && (
          <Button size="sm" icon={<Plus className="size-3.5" />} onClick={() => setCreating(true)}>
            {t('New webhook')}
          </Button>
        )
      }
    >
      {list.error && <ErrorState error={list.error} retry={list.refetch} />}
      {!list.isPending && !list.error && list.items.length === 0 && (
        <EmptyFirst
          icon={<WebhookIcon />}
          title={t('No webhooks yet')}
          note={t('An address of yours is told when something happens here.')}
        />
      )}
      <ul>
        {list.items.map((hook) => (
          <Row key={hook.id} hook={hook} onSecret={setSecret} />
        ))}
      </ul>
      {creating && <Create onClose={() => setCreating(false)} onSecret={setSecret} />}
      <Dialog
        open={secret !== undefined}
        firm
        onClose={() => setSecret(undefined)}
        title={t('Signing secret')}
        note={t('Copy it now: it is shown this once.')}
        foot={
          <Button look="primary" onClick={() => setSecret(undefined)}>
            {t('I have stored it')}
          </Button>
        }
      >
        {secret && <CopyBlock label={t('Secret')} text={secret} />}
      </Dialog>
    </Card>
  )
}

function Create({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: string) => void }) {
  const create = useCall('createWebhook', {
    onDone({ secret }) {
      onClose()
      onSecret(secret)
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('New webhook')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const data = new FormData(event.currentTarget)
          create.mutate({ url: String(data.get('url')), events: [String(data.get('events'))] })
        }}
      >
        <TextField
          label={t('Address')}
          name="url"
          type="url"
          required
          autoFocus
          placeholder="https://hooks.example.com/earshot"
          problem={problemOf(create.error, 'url')}
        />
        <SelectField
          label={t('Events')}
          name="events"
          options={families.map((value) => ({ value, label: value === '*' ? t('Everything') : value }))}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create webhook')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Row({ hook, onSecret }: { hook: Hook; onSecret: (secret: string) => void }) {
  const { isAdmin } = useSession()
  const [open, setOpen] = useState(false)
  const [removing, setRemoving] = useState(false)
  const webhookId = hook.id
  const update = useCall('updateWebhook')
  const test = useCall('testWebhook', { said: t('A test event was sent'), onDone: () => setOpen(true) })
  const rotate = useCall('rotateWebhookSecret', { onDone: ({ secret }) => onSecret(secret) })
  const remove = useCall('deleteWebhook', { said: t('The webhook was deleted') })
  return (
    <li className="grid gap-2 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-w-40 flex-1 text-start"
        >
          <span className="block truncate text-sm font-medium">{hook.url}</span>
          <span className="text-xs text-faint">
            {hook.events.join(', ')} · <code className="font-mono">{hook.secret_hint}</code>
          </span>
        </button>
        <Chip tone={hook.status === 'active' ? (hook.failing_since ? 'warn' : 'good') : 'plain'}>
          {hook.status === 'active'
            ? hook.failing_since
              ? t('Failing')
              : t('Active')
            : hook.status === 'paused'
              ? t('Paused')
              : t('Switched off')}
        </Chip>
        {isAdmin && (
          <>
            <Button
              size="sm"
              icon={<Send className="size-3.5" />}
              busy={test.isPending}
              onClick={() => test.mutate({ webhookId })}
            >
              {t('Test')}
            </Button>
            <Button size="sm" onClick={() => update.mutate({ webhookId, enabled: hook.status !== 'active' })}>
              {hook.status === 'active' ? t('Pause') : t('Switch on')}
            </Button>
            <IconButton
              label={t('New secret')}
              icon={<RotateCw className="size-3.5" />}
              onClick={() => rotate.mutate({ webhookId })}
            />
            <IconButton label={t('Delete')} icon={<Trash2 className="size-3.5" />} onClick={() => setRemoving(true)} />
          </>
        )}
      </div>
      {open && <Deliveries webhookId={webhookId} />}
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('Delete this webhook?')}
        note={hook.url}
        yes={t('Delete')}
        busy={remove.isPending}
        onYes={() => remove.mutate({ webhookId })}
      />
    </li>
  )
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const { items, isPending } = useList('listWebhookDeliveries', { webhookId }, { limit: 20 })
  const replay = useCall('replayWebhookDelivery', { said: t('Sent again') })
  if (!isPending && items.length === 0) return <p className="text-xs text-faint">{t('Nothing was sent yet.')}</p>
  return (
    <ul className="grid gap-1">
      {items.map((one) => (
        <li key={one.id} className="flex items-center gap-3 text-xs">
          <Chip tone={one.status === 'delivered' ? 'good' : one.status === 'failed' ? 'bad' : 'plain'}>
            {one.response_status ?? one.status}
          </Chip>
          <span className="min-w-0 flex-1 truncate">
            {one.event_type}
            {one.error && <span className="text-faint"> · {one.error}</span>}
          </span>
          <span className="text-faint">
            {t('{count, one {# attempt} other {# attempts}}', { count: one.attempts.length })}
          </span>
          <TimeAgo at={one.created_at} className="text-faint" />
          <button
            type="button"
            className="font-medium text-accent-text hover:underline"
            onClick={() => replay.mutate({ webhookId, deliveryId: one.id })}
          >
            {t('Send again')}
          </button>
        </li>
      ))}
    </ul>
  )
}
