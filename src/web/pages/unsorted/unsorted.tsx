import { CircleCheckBig } from 'lucide-react'
import { useCallback } from 'react'
import { t } from '#web/i18n/t.ts'
import { AddToThemeDialog } from '#web/pages/insights/assign-theme.tsx'
import { BulkBar } from '#web/pages/insights/bulk-bar.tsx'
import { InsightPanel } from '#web/pages/insights/insight-panel.tsx'
import { SelectRest } from '#web/pages/insights/select-rest.tsx'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { Peek } from '#web/shell/lists/peek.tsx'
import { Page } from '#web/shell/page.tsx'
import { NoContentLink } from '#web/shell/no-content.tsx'
import { SourceFilter } from '#web/shell/source-filter.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { ClearFilters, clearedFilters, FilterSearch } from '#web/ui/forms/filters.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { May } from '#web/api/may.tsx'
import { NewThemeDialog } from './new-theme-dialog.tsx'
import { UnsortedList } from './unsorted-list.tsx'
import { type Unsorted, useUnsorted } from './use-unsorted.ts'

const filterNames = ['q', 'source'] as const

/** Insights whose theme the analysis is not sure of, to be sorted one after another by keys. */
export function UnsortedPage() {
  const unsorted = useUnsorted()
  const { list, keys } = unsorted
  return (
    <Page
      title={t('Unsorted')}
      documentTitle={t('Unsorted insights')}
      parent={{ label: t('Insights'), to: paths.insights() }}
      note={unsorted.count !== undefined && formatNumber(unsorted.count)}
      fill
      toolbar={<Toolbar />}
    >
      <ListState list={list} loadingRows={10} empty={<Empty />}>
        <SortBar unsorted={unsorted} />
        <Rows unsorted={unsorted} />
        {keys.selected.size > 0 ? <Selection unsorted={unsorted} /> : <ActiveCommands unsorted={unsorted} />}
      </ListState>
      <Overlays unsorted={unsorted} />
    </Page>
  )
}

const Toolbar = () => (
  <>
    <FilterSearch label={t('Filter insights')} />
    <SourceFilter />
    <ClearFilters names={filterNames} />
    <NoContentLink />
  </>
)

function Empty() {
  const [filters, setFilters] = useFilters()
  if (filterNames.some((name) => filters[name]))
    return <NoResults what={t('insights')} onClear={() => setFilters(clearedFilters(filterNames))} />
  return (
    <EmptyState
      icon={<CircleCheckBig />}
      title={t('Everything is sorted.')}
      note={t('Insights whose theme the analysis is not sure of appear here.')}
      actions={
        <Link to={paths.themes()} className={buttonClass()}>
          {t('View themes')}
        </Link>
      }
    />
  )
}

type Props = { unsorted: Unsorted }

/** Selects all rows; what the keys do. */
function SortBar({ unsorted: { items, keys } }: Props) {
  const isAll = items.every(({ id }) => keys.selected.has(id))
  return (
    <div className="flex shrink-0 items-center gap-4 border-b border-line px-4 py-1.5 text-xs text-faint md:px-6">
      <Checkbox
        label={t('Select all loaded rows')}
        hideLabel
        checked={isAll}
        onChange={(on) => keys.selectOnly(on ? items.map(({ id }) => id) : [])}
      />
      <span className="md:hidden">{t('Newest first')}</span>
      <May op="linkThemeInsights">
        <span className="hidden items-center gap-x-4 md:flex">
          <KeyHint keys="1 2 3" label={t('Suggested theme')} />
          <KeyHint keys="T" label={t('Other theme')} />
          <May op="createTheme">
            <KeyHint keys="N" label={t('New theme')} />
          </May>
          <KeyHint keys="0" label={t('No theme')} />
          <KeyHint keys="U" label={t('Undo')} />
        </span>
      </May>
    </div>
  )
}

const KeyHint = ({ keys, label }: { keys: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <Kbd keys={keys} />
    {label}
  </span>
)

const Rows = ({ unsorted: { items, list, loadMore, keys, actions, choosing } }: Props) => (
  <UnsortedList
    items={items}
    active={keys.active}
    selected={keys.selected}
    isChoosing={choosing !== undefined}
    actions={actions}
    onSelect={keys.select}
    hasMore={list.hasNextPage}
    loadMore={loadMore}
  />
)

function Selection({ unsorted: { list, items, keys, choices, count } }: Props) {
  const insights = items.filter(({ id }) => keys.selected.has(id))
  if (insights.length === 0) return null
  const leaveOut = () => {
    keys.clear()
    void choices.addToNone(insights)
  }
  return (
    <BulkBar insights={insights} add={choices.add} onDone={keys.clear}>
      <SelectRest list={list} items={items} keys={keys} total={count} />
      <Button op="replaceInsightThemes" size="sm" onClick={leaveOut}>
        {t('No theme')}
      </Button>
    </BulkBar>
  )
}

/** The actions on the active row in the command menu. */
function ActiveCommands({ unsorted: { keys, actions } }: Props) {
  const insight = keys.activeItem
  const suggestions = insight?.theme_suggestions ?? []
  useRegisterCommands(
    insight === undefined
      ? []
      : [
          ...suggestions.map(({ name }, n) => ({
            label: t('Add to {name}', { name }),
            keys: String(n + 1),
            run: () => actions.addSuggested(insight, n),
            op: 'linkThemeInsights' as const,
          })),
          {
            label: t('Add “{name}” to a theme', { name: insight.name }),
            keys: 'T',
            run: () => actions.openThemes(insight),
            op: 'linkThemeInsights' as const,
          },
          { label: t('New theme'), keys: 'N', run: () => actions.openNewTheme(insight), op: 'createTheme' as const },
          {
            label: t('No theme'),
            keys: '0',
            run: () => actions.addToNone(insight),
            op: 'replaceInsightThemes' as const,
          },
        ],
  )
  return null
}

/** The side panel and the dialogs. */
function Overlays({ unsorted: { keys, choices, choosing, setChoosing, peek } }: Props) {
  const [filters] = useFilters()
  const closeDialog = useCallback(() => setChoosing(undefined), [setChoosing])
  const Dialog = choosing?.how === 'new' ? NewThemeDialog : AddToThemeDialog
  const add = choosing?.how === 'new' ? choices.addToNew : choices.add
  return (
    <>
      {choosing && <Dialog insights={choosing.insights} add={add} onClose={closeDialog} onDone={keys.clear} />}
      <Peek id={filters.peek} title={t('Insight')} to={paths.insight} onClose={() => peek()}>
        {(id) => <InsightPanel id={id} />}
      </Peek>
    </>
  )
}
