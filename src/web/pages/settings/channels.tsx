import { MessageSquare, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { errorMessage, fieldError } from '#web/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { ConfirmAction } from '#web/ui/forms/confirm.tsx'
import { toast } from '#web/toasts.ts'
import { TimeAgo } from '#web/ui/time.tsx'
import { ListCard } from '#web/ui/lists/list-card.tsx'

type Channel = OutputOf<'listNotificationChannels'>['data'][number]
const kindLabels = () => ({ slack: 'Slack', teams: 'Microsoft Teams', discord: 'Discord' })

/** Chat channels that get the weekly digest and alerts. */
export function Channels() {
  const query = useApiQuery('listNotificationChannels')
  const [creating, setCreating] = useState(false)
  return (
    <ListCard
      title={t('Channels')}
      note={t('The weekly digest and alerts in Slack, Microsoft Teams or Discord')}
      list={{ ...query, items: query.data?.data ?? [] }}
      empty={{
        icon: MessageSquare,
        title: t('No channels yet'),
        note: t('Create an incoming webhook in your chat program and paste its URL here.'),
      }}
      create={{ label: t('New channel'), run: () => setCreating(true) }}
      row={(channel) => <ChannelRow key={channel.id} channel={channel} />}
    >
      {creating && <CreateChannel onClose={() => setCreating(false)} />}
    </ListCard>
  )
}

function ChannelRow({ channel }: { channel: Channel }) {
  const { id, name, kind, url_hint, weekly_digest, alerts } = channel
  const update = useApiMutation('updateNotificationChannel', {
    optimistic: ({ channelId, ...change }) => patchCache([channelId], change),
  })
  return (
    <li className="grid gap-2 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-48 flex-1">
          <p className="text-sm font-medium">{name}</p>
          <p className="text-xs text-faint">
            {kindLabels()[kind]} · <code className="font-mono">{url_hint}</code>
          </p>
        </div>
        <Checkbox
          label={t('Weekly digest')}
          checked={weekly_digest}
          onChange={(on) => update.mutate({ channelId: id, weekly_digest: on })}
        />
        <Checkbox
          label={t('Alerts')}
          checked={alerts}
          onChange={(on) => update.mutate({ channelId: id, alerts: on })}
        />
        <ChannelActions channel={channel} />
      </div>
      <ChannelOutcome channel={channel} />
    </li>
  )
}

function ChannelOutcome({ channel: { error, last_success_at } }: { channel: Channel }) {
  if (error) return <p className="text-xs text-bad">{t('The last message was refused: {error}', { error })}</p>
  if (!last_success_at) return null
  return (
    <p className="text-xs text-faint">
      {t('Last message')} <TimeAgo at={last_success_at} />
    </p>
  )
}

function ChannelActions({ channel: { id, name } }: { channel: Channel }) {
  const send = useApiMutation('testNotificationChannel', {
    onSuccess: ({ delivered, error }) =>
      delivered
        ? toast({ title: t('Test message sent') })
        : toast({ title: t('The last message was refused: {error}', { error: error ?? '' }), tone: 'bad' }),
  })
  const remove = useApiMutation('deleteNotificationChannel', { successMessage: t('Channel removed') })
  return (
    <>
      <Button size="sm" icon={Send} busy={send.isPending} onClick={() => send.mutate({ channelId: id })}>
        {t('Send a test message')}
      </Button>
      <ConfirmAction
        trigger={(ask) => <IconButton label={t('Delete {name}', { name })} icon={Trash2} onClick={ask} />}
        action={remove}
        title={t('Remove this channel?')}
        note={t('It gets no more messages. The webhook in your chat program stays.')}
        confirmLabel={t('Remove')}
        onConfirm={() => remove.mutate({ channelId: id })}
      />
    </>
  )
}

function CreateChannel({ onClose }: { onClose: () => void }) {
  const create = useApiMutation('createNotificationChannel', {
    silent: true,
    onSuccess: onClose,
    successMessage: t('Channel added'),
  })
  return (
    <FormDialog
      title={t('New channel')}
      note={t('The URL is stored encrypted and not shown again.')}
      submitLabel={t('Add channel')}
      busy={create.isPending}
      onSubmit={({ kind, name, url }) => create.mutate({ kind: kind as Channel['kind'], name: name!, url: url! })}
      onClose={onClose}
    >
      <SelectField label={t('Program')} name="kind" options={toOptions(kindLabels())} />
      <TextField
        label={t('Name')}
        name="name"
        required
        placeholder="#product"
        limitsFrom={['createNotificationChannel', 'name']}
      />
      <TextField
        label={t('URL of the incoming webhook')}
        name="url"
        type="url"
        required
        autoComplete="off"
        error={fieldError(create.error, 'url') ?? (create.error ? errorMessage(create.error) : undefined)}
      />
    </FormDialog>
  )
}
