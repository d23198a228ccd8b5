import { BellRing, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { patchCache } from '#web/api/cache.ts'
import type { InputOf, ItemOf } from '#web/api/client.ts'
import { useApiMutation, useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SelectField, TextField, Toggle } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { toastUndo } from '#web/toasts.ts'
import { ListCard } from '#web/ui/lists/list-card.tsx'
import { NameField } from '#web/ui/forms/name-field.tsx'
import { MayEdit } from '#web/api/may.tsx'

type Alert = ItemOf<'listAlerts'>
type Condition = Alert['condition']
const metricLabels = () => ({
  insights: t('Insights'),
  feedback: t('Feedback'),
  negative_share: t('Share of negative insights'),
  tickets: t('Tickets'),
})
const operatorLabels = () => ({
  increase_pct: t('grows by % or more'),
  decrease_pct: t('falls by % or more'),
  above: t('is above'),
  below: t('is below'),
})
const windowLabels = () => ({ '1d': t('in a day'), '7d': t('in 7 days'), '30d': t('in 30 days') })
/** Below this count a change is noise. */
const minCount = 5

/** Notifications when a metric changes. */
export function Alerts() {
  const list = useApiList('listAlerts', {})
  const [creating, setCreating] = useState(false)
  return (
    <ListCard
      title={t('Alerts')}
      note={t('Checked every ten minutes; sent to webhooks and the event feed')}
      list={list}
      empty={{
        icon: BellRing,
        title: t('No alerts yet'),
        note: t('For example: negative insights grow by 50% within a week.'),
        hasButton: true,
      }}
      create={{ label: t('New alert'), run: () => setCreating(true), op: 'createAlert' }}
      row={(one) => <AlertRow key={one.id} alert={one} />}
    >
      {creating && <CreateAlert onClose={() => setCreating(false)} />}
    </ListCard>
  )
}

function useDeleteAlert({ name, metric, filter, condition, cooldown_hours, enabled }: Alert) {
  const restore = useApiMutation('createAlert')
  const undo = () => restore.mutate({ name, metric, filter, condition, cooldown_hours, enabled })
  return useApiMutation('deleteAlert', {
    onSuccess: () => toastUndo(t('Alert deleted'), undo),
  })
}

function AlertRow({ alert }: { alert: Alert }) {
  const update = useApiMutation('updateAlert', {
    optimistic: ({ alertId, enabled }) => patchCache([alertId], { enabled }),
  })
  const remove = useDeleteAlert(alert)
  const { name, metric, condition, enabled } = alert
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-48 flex-1">
        <p className="text-sm font-medium">{name}</p>
        <p className="text-xs text-faint">
          {metricLabels()[metric]} {operatorLabels()[condition.op]} {condition.value} {windowLabels()[condition.window]}
          {alert.last_triggered_at && (
            <>
              {' '}
              · {t('last triggered')} <TimeAgo at={alert.last_triggered_at} />
            </>
          )}
        </p>
      </div>
      <MayEdit op="updateAlert">
        <Toggle
          label={enabled ? t('On') : t('Off')}
          checked={enabled}
          onChange={(on) => update.mutate({ alertId: alert.id, enabled: on })}
        />
      </MayEdit>
      <IconButton
        label={t('Delete {name}', { name })}
        icon={Trash2}
        op="deleteAlert"
        onClick={() => remove.mutate({ alertId: alert.id })}
      />
    </li>
  )
}

const toAlertInput = ({ name, metric, op, value, window, theme }: Record<string, string>): InputOf<'createAlert'> => ({
  name: name!,
  metric: metric as Alert['metric'],
  condition: {
    op: op as Condition['op'],
    value: Number(value),
    window: window as Condition['window'],
    min_count: minCount,
  },
  ...(theme && { filter: { theme_id: theme } }),
})

function CreateAlert({ onClose }: { onClose: () => void }) {
  const create = useApiMutation('createAlert', { onSuccess: onClose, successMessage: t('Alert created') })
  return (
    <FormDialog
      title={t('New alert')}
      submitLabel={t('Create alert')}
      busy={create.isPending}
      onSubmit={(values) => create.mutate(toAlertInput(values))}
      onClose={onClose}
    >
      <NameField of="createAlert" />
      <SelectField label={t('Metric')} name="metric" options={toOptions(metricLabels())} />
      <div className="grid grid-cols-[1fr_90px_110px] gap-2">
        <SelectField label={t('Condition')} name="op" options={toOptions(operatorLabels())} />
        <TextField label={t('Value')} name="value" type="number" min={0} step="any" required defaultValue={50} />
        <SelectField label={t('Within')} name="window" defaultValue="7d" options={toOptions(windowLabels())} />
      </div>
      <ThemeSelect />
    </FormDialog>
  )
}

function ThemeSelect() {
  const { data: themes } = useApiQuery('listThemes', { limit: 100, sort: '-insight_count' })
  return (
    <SelectField
      label={t('Theme')}
      name="theme"
      options={[
        { value: '', label: t('All themes') },
        ...(themes?.data.map((one) => ({ value: one.id, label: one.name })) ?? []),
      ]}
    />
  )
}
