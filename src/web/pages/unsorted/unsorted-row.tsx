import { memo } from 'react'
import { t } from '#web/i18n/t.ts'
import { sourceLabel } from '#web/labels.ts'
import type { InsightItem } from '#web/pages/insights/insight-columns.tsx'
import { SuggestionButton } from '#web/pages/insights/suggestion-button.tsx'
import { paths } from '#web/routes/paths.ts'
import { Chip, SentimentBadge } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { RowTitle } from '#web/ui/lists/row-link.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { May } from '#web/api/may.tsx'
import type { SortingActions } from './use-sorting-actions.ts'

export type RowProps = {
  insight: InsightItem
  active: boolean
  checked: boolean
  actions: SortingActions
  onSelect: (id: string, on: boolean) => void
}

function background(active: boolean, checked: boolean): string {
  if (active) return 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]'
  return checked ? 'bg-sunken' : 'hover:bg-hover'
}

export const UnsortedRow = memo(function UnsortedRow(props: RowProps) {
  const { insight, active, checked, actions, onSelect } = props
  const open = (target: EventTarget) =>
    !(target as HTMLElement).closest('a,button,input,label') && actions.openPanel(insight)
  return (
    <div
      onClick={(event) => open(event.target)}
      className={cx(
        'flex cursor-default items-start gap-3 border-b border-line px-4 py-3 md:px-6',
        background(active, checked),
      )}
    >
      <span className="mt-0.5">
        <Checkbox
          label={t('Select {name}', { name: insight.name })}
          hideLabel
          checked={checked}
          onChange={(on) => onSelect(insight.id, on)}
        />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <RowTitle to={paths.insight(insight.id)}>{insight.name}</RowTitle>
        {insight.quote && <p className="line-clamp-2 text-sm text-soft">“{insight.quote}”</p>}
        <Origin insight={insight} />
        <May op="linkThemeInsights">
          <Actions {...props} />
        </May>
      </div>
    </div>
  )
})

/** Who said it, where and when. */
function Origin({ insight }: { insight: InsightItem }) {
  const { sentiment, source, user_name, user_email, occurred_at, created_at } = insight
  const customer = user_name ?? user_email
  return (
    <p className="flex min-w-0 items-center gap-2 overflow-hidden text-xs whitespace-nowrap text-faint">
      <SentimentBadge sentiment={sentiment} />
      {source && <Chip>{sourceLabel(source)}</Chip>}
      {customer && <span className="truncate">{customer}</span>}
      <TimeAgo at={occurred_at ?? created_at} />
    </p>
  )
}

function Actions({ insight, actions }: RowProps) {
  const { addSuggested, openThemes, openNewTheme, addToNone } = actions
  const suggestions = insight.theme_suggestions ?? []
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5">
      {suggestions.map((one, n) => (
        <SuggestionButton key={one.id} suggestion={one} keys={String(n + 1)} onPick={() => addSuggested(insight, n)} />
      ))}
      {suggestions.length === 0 && <span className="text-xs text-faint">{t('No theme comes close.')}</span>}
      <span className="flex flex-wrap items-center gap-0.5">
        <OtherAction label={t('Other theme…')} run={() => openThemes(insight)} />
        <May op="createTheme">
          <OtherAction label={t('New theme')} run={() => openNewTheme(insight)} />
        </May>
        <OtherAction label={t('No theme')} run={() => addToNone(insight)} />
      </span>
    </div>
  )
}

const OtherAction = ({ label, run }: { label: string; run: () => void }) => (
  <Button size="sm" variant="quiet" onClick={run}>
    {label}
  </Button>
)
