import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { forBatches, forEachItem, showBatchError } from '#web/api/batches.ts'
import { invalidateAll, patchCache } from '#web/api/cache.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { offerLookalikes } from '#web/shell/lookalikes/offer.ts'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { ChoiceDialog } from '#web/shell/lists/row-actions.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatNumber } from '#web/ui/time.tsx'
import { toast, toastUndo } from '#web/toasts.ts'
import type { InsightItem } from './insight-columns.tsx'

type Theme = InsightItem['themes'][number]
export type AddToTheme = (theme: Theme, insights: readonly InsightItem[]) => Promise<void>

/** Adds insights to a theme optimistically; undo removes only those that were not in it before. */
export async function addToTheme({ id, name, color }: Theme, insights: readonly InsightItem[]): Promise<void> {
  const added = insights.filter((one) => one.themes.every((theme) => theme.id !== id))
  if (added.length === 0) return toast({ title: t('Already in {name}', { name }) })
  for (const one of added) patchCache([one.id], { themes: [...one.themes, { id, name, color }] }, 'insights')
  const outcome = await forBatches(added, (batch) =>
    call('linkThemeInsights', { themeId: id, insight_ids: idsOf(batch) }),
  )
  showBatchError(outcome, added.length)
  const { done } = outcome
  if (done.length > 0)
    toastUndo(
      t('{count, one {# insight} other {# insights}} added to {name}', { count: done.length, name }),
      () => void removeFromTheme(id, done),
    )
  invalidateAll()
  void offerLookalikes({ theme: { id, name } }, idsOf(done))
}

const idsOf = (insights: readonly InsightItem[]) => insights.map((one) => one.id)

async function removeFromTheme(themeId: string, insights: readonly InsightItem[]) {
  for (const one of insights) patchCache([one.id], { themes: one.themes }, 'insights')
  const outcome = await forEachItem(insights, (one) => call('unlinkThemeInsight', { themeId, insightId: one.id }))
  showBatchError(outcome, insights.length)
  invalidateAll()
}

const useThemes = () => useApiQuery('listThemes', { limit: 100, sort: '-insight_count' }).data?.data ?? []

type DialogProps = {
  insights: readonly InsightItem[]
  add?: AddToTheme
  onClose: () => void
  onDone: () => void
}

export function AddToThemeDialog({ insights, add = addToTheme, onClose, onDone }: DialogProps) {
  const themes = useThemes()
  const pick = (themeId: string) =>
    void add(
      themes.find(({ id }) => id === themeId)!,
      insights,
    ).then(onDone)
  return (
    <ChoiceDialog
      title={t('Add {count, one {# insight} other {# insights}} to a theme', { count: insights.length })}
      choices={themes.map(({ id, name }) => ({ id, label: name }))}
      onPick={pick}
      onClose={onClose}
    />
  )
}

/** Adds the dialog for the active row to the command menu. */
export function AddToThemeCommand({ insight, onRun }: { insight: InsightItem; onRun: () => void }) {
  useRegisterCommands([
    { label: t('Add “{name}” to a theme', { name: insight.name }), keys: 'L', run: onRun, op: 'linkThemeInsights' },
  ])
  return null
}

/** The themes as drop targets, beside the list while rows are dragged. */
export function ThemeDropTargets({ insights, onDone }: { insights: readonly InsightItem[]; onDone: () => void }) {
  const themes = useThemes()
  const [hovered, setHovered] = useState<string>()
  return (
    <section
      aria-label={t('Drop on a theme')}
      className="absolute inset-y-0 end-0 z-30 flex w-72 flex-col border-s border-line bg-panel shadow-pop"
    >
      <h2 className="px-4 pt-3 pb-2 text-sm font-semibold">
        {t('Add {count, one {# insight} other {# insights}} to…', { count: insights.length })}
      </h2>
      <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {themes.map((theme) => (
          <DropTarget
            key={theme.id}
            theme={theme}
            hovered={hovered === theme.id}
            onEnter={() => setHovered(theme.id)}
            onLeave={() => setHovered((at) => (at === theme.id ? undefined : at))}
            onDrop={() => void addToTheme(theme, insights).then(onDone)}
          />
        ))}
      </ul>
    </section>
  )
}

type DropTargetProps = {
  theme: Theme & { insight_count: number }
  hovered: boolean
  onEnter: () => void
  onLeave: () => void
  onDrop: () => void
}

function DropTarget({ theme, hovered, onEnter, onLeave, onDrop }: DropTargetProps) {
  return (
    <li
      className={cx(
        'flex h-9 items-center gap-2.5 rounded-md border border-dashed px-2 text-sm',
        hovered ? 'border-accent bg-accent-soft font-medium' : 'border-transparent',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        onEnter()
      }}
      onDragLeave={onLeave}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <span className="size-2.5 shrink-0 rounded-full" style={{ background: theme.color }} />
      <span className="min-w-0 flex-1 truncate">{theme.name}</span>
      <span className="text-xs text-faint tabular-nums">{formatNumber(theme.insight_count)}</span>
    </li>
  )
}
