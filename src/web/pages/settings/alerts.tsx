import { BellRing, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import type { ItemOf } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField, Toggle } from '#web/ui/field.tsx'
import { EmptyFirst, ErrorState } from '#web/ui/states.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'

type Alert = ItemOf<'listAlerts'>
type Condition = Alert['condition']
const metricWords = () => ({
  insights: t('Insights'),
  feedback: t('Feedback'),
  negative_share: t('Share of negative insights'),
  tickets: t('Tickets'),
})
const changeWords = () => ({
  increase_pct: t('grows by % or more'),
  decrease_pct: t('falls by % or more'),
  above: t('is above'),
  below: t('is below'),
})
const windowWords = () => ({ '1d': t('in a day'), '7d': t('in 7 days'), '30d': t('in 30 days') })
/** Below this many a change says nothing. */
const min = 5
const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** Be told only when a number moves. */
export function Alerts() {
  const list = useList('listAlerts', {})
  const [creating, setCreating] = useState(false)
  return (
    <Card
      title={t('Alerts')}
      note={t('Looked at every ten minutes; told to webhooks and to the feed of events')}
      flush
      actions={
        <Button size="sm" icon={<Plus className="size-3.5" />} onClick={() => setCreating(true)}>
          {t('New alert')}
        </Button>
      }
    >
      {list.error && <ErrorState error={list.error} retry={list.refetch} />}
      {!list.isPending && !list.error && list.items.length === 0 && (
        <EmptyFirst
          icon={<BellRing />}
          title={t('No alerts yet')}
          note={t('For example: negative insights grow by half within a week.')}
          actions={
            <Button look="primary" onClick={() => setCreating(true)}>
              {t('New alert')}
            </Button>
          }
        />
      )}
      <ul>
        {list.items.map((one) => (
          <Row key={one.id} alert={one} />
        ))}
      </ul>
      {creating && <Create onClose={() => setCreating(false)} />}
    </Card>
  )
}

function Row({ alert }: { alert: Alert }) {
  const update = useCall('updateAlert', { optimistic: ({ alertId, enabled }) => show([alertId], { enabled }) })
  const restore = useCall('createAlert')
  const { name, metric, filter, condition, cooldown_hours, enabled } = alert
  const remove = useCall('deleteAlert', {
    onDone: () =>
      toast({
        title: t('The alert was deleted'),
        action: {
          label: t('Undo'),
          run: () => restore.mutate({ name, metric, filter, condition, cooldown_hours, enabled }),
        },
      }),
  })
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-48 flex-1">
        <p className="text-sm font-medium">{name}</p>
        <p className="text-xs text-faint">
          {metricWords()[metric]} {changeWords()[condition.op]} {condition.value} {windowWords()[condition.window]}
          {alert.last_triggered_at && (
            <>
              {' '}
              · {t('last told')} <TimeAgo at={alert.last_triggered_at} />
            </>
          )}
        </p>
      </div>
      <Toggle
        label={enabled ? t('On') : t('Off')}
        checked={enabled}
        onChange={(on) => update.mutate({ alertId: alert.id, enabled: on })}
      />
      <IconButton
        label={t('Delete {name}', { name })}
        icon={<Trash2 className="size-3.5" />}
        onClick={() => remove.mutate({ alertId: alert.id })}
      />
    </li>
  )
}

function Create({ onClose }: { onClose: () => void }) {
  const create = useCall('createAlert', { onDone: onClose, said: t('The alert is on') })
  const { data: themes } = useRoute('listThemes', { limit: 100, sort: '-insight_count' })
  return (
    <Dialog open onClose={onClose} title={t('New alert')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { name, metric, op, value, window, theme } = Object.fromEntries(
            new FormData(event.currentTarget),
          ) as Record<string, string>
          create.mutate({
            name: name!,
            metric: metric as Alert['metric'],
            condition: {
              op: op as Condition['op'],
              value: Number(value),
              window: window as Condition['window'],
              min_count: min,
            },
            ...(theme && { filter: { theme_id: theme } }),
          })
        }}
      >
        <TextField label={t('Name')} name="name" required autoFocus of={['createAlert', 'name']} />
        <SelectField label={t('Number')} name="metric" options={options(metricWords())} />
        <div className="grid grid-cols-[1fr_90px_110px] gap-2">
          <SelectField label={t('When it')} name="op" options={options(changeWords())} />
          <TextField label={t('Value')} name="value" type="number" min={0} step="any" required defaultValue={50} />
          <SelectField label={t('Within')} name="window" defaultValue="7d" options={options(windowWords())} />
        </div>
        <SelectField
          label={t('Theme')}
          name="theme"
          options={[
            { value: '', label: t('All themes') },
            ...(themes?.data.map((one) => ({ value: one.id, label: one.name })) ?? []),
          ]}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create alert')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
