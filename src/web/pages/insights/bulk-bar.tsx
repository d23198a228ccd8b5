import { type ReactNode, useState } from 'react'
import { forEachItem, showBatchError } from '#web/api/batches.ts'
import { invalidateAll, patchCache } from '#web/api/cache.ts'
import { call, type InputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels } from '#web/labels.ts'
import { addProjectEvidence } from '#web/shell/add-evidence.ts'
import { AddToOpportunity, type EvidenceToAdd } from '#web/shell/evidence/add-to-opportunity.tsx'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { Button } from '#web/ui/button.tsx'
import { type Choice, Picker } from '#web/ui/forms/picker.tsx'
import { toastUndo } from '#web/toasts.ts'
import type { OperationName } from '#web/api/client.ts'
import { addToTheme, type AddToTheme } from './assign-theme.tsx'
import type { InsightItem } from './insight-columns.tsx'

type Props = { insights: readonly InsightItem[]; add?: AddToTheme; onDone: () => void }
type BulkBarProps = Props & { children?: ReactNode }
const maxMerged = 21

const toChoices = (labels: Record<string, string>) => Object.entries(labels).map(([id, label]) => ({ id, label }))

/** Actions on the selected insights, each with one undo. */
export function BulkBar({ children, ...props }: BulkBarProps) {
  const { insights, onDone } = props
  const { busy, dismiss, setField } = useBulkUpdate(props)
  const count = insights.length
  useRegisterCommands([
    {
      label: t('Dismiss {count, one {# selected insight} other {# selected insights}}', { count }),
      run: () => void dismiss(),
      op: 'updateInsight',
    },
    { label: t('Clear selection'), keys: 'Esc', run: onDone },
  ])
  return (
    <div
      role="toolbar"
      aria-label={t('Selected insights')}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-2 md:px-6"
    >
      <span className="text-sm font-medium">{t('{count, one {# selected} other {# selected}}', { count })}</span>
      {children}
      <ThemePicker {...props} />
      <ProjectPicker {...props} />
      <AddToOpportunity evidence={evidenceOf(insights)} onDone={onDone} />
      <FieldPickers setField={setField} />
      <MergeButton {...props} />
      <Button op="updateInsight" size="sm" variant="danger" busy={busy} onClick={() => void dismiss()}>
        {t('Dismiss')}
      </Button>
      <Button size="sm" variant="quiet" className="ms-auto" onClick={onDone}>
        {t('Clear selection')}
      </Button>
    </div>
  )
}

const evidenceOf = (insights: readonly InsightItem[]): EvidenceToAdd => ({
  load: async () => idsOf(insights),
  ...(insights[0] && { title: insights[0].name, category: insights[0].category }),
})

type SetField = ReturnType<typeof useBulkUpdate>['setField']

const FieldPickers = ({ setField }: { setField: SetField }) => (
  <>
    <BulkPicker
      op="updateInsight"
      label={t('Set sentiment')}
      choices={toChoices(sentimentLabels())}
      onPick={(value) => void setField('sentiment', value as InsightItem['sentiment'])}
    />
    <BulkPicker
      op="updateInsight"
      label={t('Set category')}
      choices={toChoices(categoryLabels())}
      onPick={(value) => void setField('category', value as InsightItem['category'])}
    />
  </>
)

function useBulkUpdate({ insights, onDone }: Props) {
  const [busy, setBusy] = useState(false)
  /** One request per insight; on an error those that were changed stay, and the rest is put back. */
  async function update(
    rows: readonly InsightItem[],
    changeOf: (one: InsightItem) => Omit<InputOf<'updateInsight'>, 'insightId'>,
  ) {
    setBusy(true)
    const outcome = await forEachItem(rows, (one) => call('updateInsight', { insightId: one.id, ...changeOf(one) }))
    setBusy(false)
    showBatchError(outcome, rows.length)
    if (outcome.error === undefined) onDone()
    return outcome.done
  }
  const dismiss = async () => {
    const rollBack = patchCache(idsOf(insights), null, 'insights')
    const done = await update(insights, () => ({ status: 'dismissed' }))
    if (done.length < insights.length) rollBack()
    if (done.length > 0)
      toastUndo(
        t('{count, one {# insight} other {# insights}} dismissed', { count: done.length }),
        () => void update(done, () => ({ status: 'active' })).then(invalidateAll),
      )
    invalidateAll()
  }
  /** Undo restores the previous value of each insight. */
  const setField = async <K extends 'sentiment' | 'category'>(field: K, value: InsightItem[K]) => {
    const done = await update(insights, () => ({ [field]: value }))
    if (done.length > 0)
      toastUndo(
        t('{count, one {# insight} other {# insights}} changed', { count: done.length }),
        () => void update(done, (one) => ({ [field]: one[field] })).then(invalidateAll),
      )
    invalidateAll()
  }
  return { busy, dismiss, setField }
}

const idsOf = (insights: readonly InsightItem[]) => insights.map(({ id }) => id)

type BulkPickerProps = { op: OperationName; label: string; choices: readonly Choice[]; onPick: (id: string) => void }

const BulkPicker = ({ op, label, choices, onPick }: BulkPickerProps) => (
  <Picker
    label={label}
    trigger={
      <Button op={op} size="sm">
        {label}
      </Button>
    }
    choices={choices}
    onPick={onPick}
  />
)

function ThemePicker({ insights, add = addToTheme, onDone }: Props) {
  const { data: themes } = useApiQuery('listThemes', { limit: 100, sort: '-insight_count' })
  const pick = (themeId: string) => {
    const theme = themes!.data.find(({ id }) => id === themeId)!
    void add(theme, insights).then(onDone)
  }
  return (
    <BulkPicker
      op="linkThemeInsights"
      label={t('Add to theme')}
      choices={themes?.data.map((one) => ({ id: one.id, label: one.name })) ?? []}
      onPick={pick}
    />
  )
}

function ProjectPicker({ insights, onDone }: Props) {
  const { data: projects } = useApiQuery('listProjects', { limit: 100 })
  return (
    <BulkPicker
      op="buildProjects.assign_insights"
      label={t('Add to project')}
      choices={projects?.data.map((one) => ({ id: one.id, label: one.title })) ?? []}
      onPick={(projectId) => void addProjectEvidence(projectId, idsOf(insights)).then(onDone)}
    />
  )
}

function MergeButton({ insights, onDone }: Props) {
  const merge = useApiMutation('mergeInsights', {
    successMessage: t('Merged; all quotes were kept'),
    onSuccess: onDone,
  })
  const [target, ...sources] = insights.map(({ id }) => id)
  if (insights.length < 2) return null
  return (
    <Button
      op="mergeInsights"
      size="sm"
      disabled={insights.length > maxMerged}
      title={
        insights.length > maxMerged
          ? t('At most {count} insights can be merged at once.', { count: maxMerged })
          : undefined
      }
      busy={merge.isPending}
      onClick={() => merge.mutate({ insightId: target!, source_insight_ids: sources })}
    >
      {t('Merge')}
    </Button>
  )
}
