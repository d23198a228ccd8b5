import { RotateCw, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation, useApiList } from '#web/api/hooks.ts'
import { errorMessage, fieldError } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmAction } from '#web/ui/forms/confirm.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { formatDateTime, TimeAgo } from '#web/ui/time.tsx'
import { ListCard } from '#web/ui/lists/list-card.tsx'
import { SecretDialog } from '#web/ui/secret-dialog.tsx'

type Webhook = ItemOf<'listWebhooks'>
const eventPatterns = [
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
  const list = useApiList('listWebhooks', {})
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <ListCard
      title={t('Webhooks')}
      note={t('Signed with Standard Webhooks, delivered at least once.')}
      list={list}
      empty={{ icon: WebhookIcon, title: t('No webhooks yet'), note: t('A webhook sends events to your URL.') }}
      create={isAdmin && { label: t('New webhook'), run: () => setCreating(true) }}
      row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />}
    >
      {creating && <CreateWebhook onClose={() => setCreating(false)} onSecret={setSecret} />}
      <SecretDialog
        title={t('Signing secret')}
        note={t('Copy it now: it is shown only once.')}
        label={t('Secret')}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </ListCard>
  )
}

function CreateWebhook({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: string) => void }) {
  const create = useApiMutation('createWebhook', {
    silent: true,
    onSuccess({ secret }) {
      onClose()
      onSecret(secret)
    },
  })
  return (
    <FormDialog
      title={t('New webhook')}
      submitLabel={t('Create webhook')}
      busy={create.isPending}
      onSubmit={({ url, events }) => create.mutate({ url: url!, events: [events!] })}
      onClose={onClose}
    >
      <TextField
        label={t('URL')}
        name="url"
        type="url"
        required
        autoFocus
        placeholder="https://hooks.example.com/earshot"
        error={fieldError(create.error, 'url') ?? (create.error ? errorMessage(create.error) : undefined)}
      />
      <SelectField
        label={t('Events')}
        name="events"
        options={eventPatterns.map((value) => ({ value, label: value === '*' ? t('All events') : value }))}
      />
    </FormDialog>
  )
}

function WebhookRow({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const { isAdmin } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <li className="grid gap-2 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-w-40 flex-1 text-start"
        >
          <span className="block truncate text-sm font-medium">{webhook.url}</span>
          <span className="text-xs text-faint">
            {webhook.events.join(', ')} · <code className="font-mono">{webhook.secret_hint}</code>
          </span>
        </button>
        <WebhookStatus webhook={webhook} />
        {isAdmin && <WebhookActions webhook={webhook} onSecret={onSecret} onTested={() => setOpen(true)} />}
      </div>
      <WebhookProblem webhook={webhook} />
      {open && <Deliveries webhookId={webhook.id} />}
    </li>
  )
}

function WebhookStatus({ webhook: { status, failing_since } }: { webhook: Webhook }) {
  if (status !== 'active') return <Chip>{status === 'paused' ? t('Paused') : t('Disabled')}</Chip>
  return failing_since ? <Chip tone="warn">{t('Failing')}</Chip> : <Chip tone="good">{t('Active')}</Chip>
}

/** Before a webhook is disabled, and how to enable it afterwards. */
function WebhookProblem({ webhook: { status, failing_since, disables_at, disabled_reason } }: { webhook: Webhook }) {
  const text =
    status === 'disabled'
      ? t(
          [
            'Disabled: {reason}. Enable it once the receiver works: events that occurred meanwhile are sent ',
            'then, and failed deliveries can be resent one by one.',
          ],
          { reason: disabled_reason ?? '' },
        )
      : disables_at !== null &&
        failing_since !== null &&
        t('No event could be sent since {since}. If none succeeds, the webhook is disabled after {until}.', {
          since: formatDateTime(failing_since),
          until: formatDateTime(disables_at),
        })
  if (!text) return null
  return (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
      {text}
    </p>
  )
}

type ActionsProps = { webhook: Webhook; onSecret: (secret: string) => void; onTested: () => void }

function WebhookActions({ webhook, onSecret, onTested }: ActionsProps) {
  const webhookId = webhook.id
  const update = useApiMutation('updateWebhook')
  const test = useApiMutation('testWebhook', { successMessage: t('Test event sent'), onSuccess: onTested })
  const rotate = useApiMutation('rotateWebhookSecret', { onSuccess: ({ secret }) => onSecret(secret) })
  return (
    <>
      <Button size="sm" icon={Send} busy={test.isPending} onClick={() => test.mutate({ webhookId })}>
        {t('Test')}
      </Button>
      <Button size="sm" onClick={() => update.mutate({ webhookId, enabled: webhook.status !== 'active' })}>
        {webhook.status === 'active' ? t('Pause') : t('Enable')}
      </Button>
      <IconButton label={t('New secret')} icon={RotateCw} onClick={() => rotate.mutate({ webhookId })} />
      <DeleteWebhook webhook={webhook} />
    </>
  )
}

function DeleteWebhook({ webhook }: { webhook: Webhook }) {
  const remove = useApiMutation('deleteWebhook', { successMessage: t('Webhook deleted') })
  return (
    <ConfirmAction
      trigger={(ask) => <IconButton label={t('Delete')} icon={Trash2} onClick={ask} />}
      action={remove}
      title={t('Delete this webhook?')}
      note={webhook.url}
      confirmLabel={t('Delete')}
      onConfirm={() => remove.mutate({ webhookId: webhook.id })}
    />
  )
}

const deliveryTones: Record<string, 'good' | 'bad'> = { delivered: 'good', failed: 'bad' }

function Deliveries({ webhookId }: { webhookId: string }) {
  const { items, isPending } = useApiList('listWebhookDeliveries', { webhookId }, { limit: 20 })
  const replay = useApiMutation('replayWebhookDelivery', { successMessage: t('Resent') })
  if (!isPending && items.length === 0) return <p className="text-xs text-faint">{t('No deliveries yet.')}</p>
  return (
    <ul className="grid gap-1">
      {items.map((one) => (
        <li key={one.id} className="flex items-center gap-3 text-xs">
          <Chip tone={deliveryTones[one.status] ?? 'plain'}>{one.response_status ?? one.status}</Chip>
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
            {t('Resend')}
          </button>
        </li>
      ))}
    </ul>
  )
}
