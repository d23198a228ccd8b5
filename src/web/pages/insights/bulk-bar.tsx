import { useState } from 'react'
import { invalidateAll, patchCache } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels } from '#web/labels.ts'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { Button } from '#web/ui/button.tsx'
import { type Choice, Picker } from '#web/ui/forms/picker.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { addToTheme } from './assign-theme.tsx'
import type { InsightRow } from './insight-columns.tsx'

type Props = { insights: readonly InsightRow[]; onDone: () => void }
const maxMerged = 21
const maxAssigned = 100

const toChoices = (labels: Record<string, string>) => Object.entries(labels).map(([id, label]) => ({ id, label }))

/** Actions on the selected insights, each with one undo. */
export function BulkBar(props: Props) {
  const { insights, onDone } = props
  const { busy, setStatus, setField } = useBulkUpdate(props)
  const count = insights.length
  const dismiss = () => void setStatus('dismissed')
  useRegisterCommands([
    { label: t('Dismiss {count, one {# selected insight} other {# selected insights}}', { count }), run: dismiss },
    { label: t('Clear selection'), keys: 'Esc', run: onDone },
  ])
  return (
    <div
      role="toolbar"
      aria-label={t('Selected insights')}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-2 md:px-6"
    >
      <span className="text-sm font-medium">{t('{count, one {# selected} other {# selected}}', { count })}</span>
      <ThemePicker {...props} />
      <ProjectPicker {...props} />
      <BulkPicker
        label={t('Set sentiment')}
        choices={toChoices(sentimentLabels())}
        onPick={(value) => void setField('sentiment', () => value as InsightRow['sentiment'])}
      />
      <BulkPicker
        label={t('Set category')}
        choices={toChoices(categoryLabels())}
        onPick={(value) => void setField('category', () => value as InsightRow['category'])}
      />
      <MergeButton {...props} />
      <Button size="sm" variant="danger" busy={busy} onClick={dismiss}>
        {t('Dismiss')}
      </Button>
      <Button size="sm" variant="quiet" className="ms-auto" onClick={onDone}>
        {t('Clear selection')}
      </Button>
    </div>
  )
}

/** Runs an update of all insights and reports its error. */
function useBulkRun(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  async function run(update: () => Promise<unknown>, onSuccess: () => void, rollBack: () => void = () => {}) {
    setBusy(true)
    try {
      await update()
      onSuccess()
      onDone()
    } catch (error) {
      rollBack()
      toast({ tone: 'bad', title: errorMessage(error) })
    } finally {
      setBusy(false)
      invalidateAll()
    }
  }
  return { busy, run }
}

function useBulkUpdate({ insights, onDone }: Props) {
  const { busy, run } = useBulkRun(onDone)
  const ids = insights.map(({ id }) => id)
  const setStatus = (status: 'dismissed' | 'active'): Promise<void> => {
    const rollBack = status === 'dismissed' ? patchCache(ids, null, 'insights') : undefined
    return run(
      () => Promise.all(ids.map((insightId) => call('updateInsight', { insightId, status }))),
      () =>
        status === 'dismissed' &&
        toast({
          title: t('{count, one {# insight} other {# insights}} dismissed', { count: ids.length }),
          action: { label: t('Undo'), run: () => void setStatus('active') },
        }),
      rollBack,
    )
  }
  /** Undo restores the previous value of each insight. */
  const setField = <K extends 'sentiment' | 'category'>(
    field: K,
    valueOf: (one: InsightRow) => InsightRow[K],
    undoable = true,
  ): Promise<void> =>
    run(
      () => Promise.all(insights.map((one) => call('updateInsight', { insightId: one.id, [field]: valueOf(one) }))),
      () =>
        toast({
          title: t('{count, one {# insight} other {# insights}} changed', { count: ids.length }),
          ...(undoable && {
            action: { label: t('Undo'), run: () => void setField(field, (one) => one[field], false) },
          }),
        }),
    )
  return { busy, setStatus, setField }
}

type BulkPickerProps = { label: string; choices: readonly Choice[]; onPick: (id: string) => void }

const BulkPicker = ({ label, choices, onPick }: BulkPickerProps) => (
  <Picker label={label} trigger={<Button size="sm">{label}</Button>} choices={choices} onPick={onPick} />
)

function ThemePicker({ insights, onDone }: Props) {
  const { data: themes } = useApiQuery('listThemes', { limit: 100, sort: '-insight_count' })
  const add = (themeId: string) => {
    const theme = themes!.data.find(({ id }) => id === themeId)!
    void addToTheme(theme, insights).then(onDone)
  }
  return (
    <BulkPicker
      label={t('Add to theme')}
      choices={themes?.data.map((one) => ({ id: one.id, label: one.name })) ?? []}
      onPick={add}
    />
  )
}

function ProjectPicker({ insights, onDone }: Props) {
  const { data: projects } = useApiQuery('listProjects', { limit: 100 })
  const assign = useApiMutation('buildProjects', {
    onSuccess: (answer) => {
      toast({
        title: t('{count, one {# insight} other {# insights}} added as evidence', { count: answer.assigned ?? 0 }),
      })
      onDone()
    },
  })
  const insight_ids = insights.slice(0, maxAssigned).map(({ id }) => id)
  return (
    <BulkPicker
      label={t('Add to project')}
      choices={projects?.data.map((one) => ({ id: one.id, label: one.title })) ?? []}
      onPick={(project_id) => assign.mutate({ action: 'assign_insights', project_id, insight_ids })}
    />
  )
}

function MergeButton({ insights, onDone }: Props) {
  const merge = useApiMutation('mergeInsights', {
    successMessage: t('Merged; all quotes were kept'),
    onSuccess: onDone,
  })
  const [target, ...sources] = insights.map(({ id }) => id)
  if (insights.length < 2 || insights.length > maxMerged) return null
  return (
    <Button
      size="sm"
      busy={merge.isPending}
      onClick={() => merge.mutate({ insightId: target!, source_insight_ids: sources })}
    >
      {t('Merge')}
    </Button>
  )
}
