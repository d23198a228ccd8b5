import { useId, useMemo, useState } from 'react'
import { fetchAll, type InputOf, type ItemOf } from '#web/api/client.ts'
import { useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels, toOptions } from '#web/labels.ts'
import { SentimentBadge } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { useDebounced } from '#web/ui/forms/use-debounced.ts'
import { ShowMore } from '#web/ui/lists/show-more.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { formatNumber } from '#web/ui/time.tsx'

type Insight = ItemOf<'listInsights'>
type Props = {
  linkedIds: readonly string[]
  onAdd: (insightIds: string[]) => Promise<unknown>
  onClose: () => void
}
type Filters = { q: string; theme: string; sentiment: string; category: string }

const toQuery = ({ q, theme, sentiment, category }: Filters) =>
  ({
    ...(q.length >= 2 && { q }),
    ...(theme && { theme_id: theme }),
    ...(sentiment && { sentiment: [sentiment] }),
    ...(category && { category: [category] }),
  }) as InputOf<'listInsights'>

/** The chosen insights; those that are linked already cannot be chosen. */
function useChosen(linkedIds: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const changed = ids.filter((id) => !linkedIds.includes(id))
      return on ? new Set([...before, ...changed]) : new Set([...before].filter((id) => !changed.includes(id)))
    })
  return { chosen, choose, clear: () => setChosen(new Set()) }
}

/** Finds insights by text and filters and adds many of them at once. */
export function EvidenceDialog({ linkedIds, onAdd, onClose }: Props) {
  const [filters, setFilters] = useState<Filters>({ q: '', theme: '', sentiment: '', category: '' })
  const { chosen, choose, clear } = useChosen(linkedIds)
  const [busy, setBusy] = useState(false)
  const q = useDebounced(filters.q.trim(), 150)
  const query = useMemo(() => toQuery({ ...filters, q }), [filters, q])
  const add = async () => {
    setBusy(true)
    await onAdd([...chosen])
    onClose()
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Add evidence')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={chosen.size === 0} onClick={() => void add()}>
            {t('Add {count, one {# insight} other {# insights}}', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <EvidenceFilters filters={filters} onChange={(change) => setFilters({ ...filters, ...change })} />
        <SelectAll query={query} onSelect={(ids) => choose(ids, true)} onClear={clear} isEmpty={chosen.size === 0} />
        <EvidenceOptions query={query} linkedIds={linkedIds} chosen={chosen} onChoose={choose} />
      </div>
    </Dialog>
  )
}

type OptionsProps = {
  query: InputOf<'listInsights'>
  linkedIds: readonly string[]
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], on: boolean) => void
}

function EvidenceOptions({ query, linkedIds, chosen, onChoose }: OptionsProps) {
  const list = useApiList('listInsights', query, { limit: 50 })
  return (
    <ListState list={list} empty={<p className="py-6 text-center text-sm text-faint">{t('Nothing found')}</p>}>
      <ul className="-mx-2">
        {list.items.map((insight) => (
          <EvidenceOption
            key={insight.id}
            insight={insight}
            linked={linkedIds.includes(insight.id)}
            checked={chosen.has(insight.id)}
            onChange={(on) => onChoose([insight.id], on)}
          />
        ))}
      </ul>
      <ShowMore list={list} busy={list.isFetchingNextPage} />
    </ListState>
  )
}

function EvidenceFilters({ filters, onChange }: { filters: Filters; onChange: (change: Partial<Filters>) => void }) {
  const { data: themes } = useApiQuery('listThemes', { limit: 100, sort: '-insight_count' })
  const filter = (
    name: 'theme' | 'sentiment' | 'category',
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <SelectField
      label={label}
      hideLabel
      value={filters[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      options={[{ value: '', label }, ...options]}
    />
  )
  return (
    <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_140px_120px_140px]">
      <TextField
        label={t('Find insights')}
        hideLabel
        type="search"
        autoFocus
        placeholder={t('Find insights')}
        value={filters.q}
        onChange={(event) => onChange({ q: event.target.value })}
      />
      {filter('theme', t('Theme'), themes?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [])}
      {filter('sentiment', t('Sentiment'), toOptions(sentimentLabels()))}
      {filter('category', t('Category'), toOptions(categoryLabels()))}
    </div>
  )
}

type SelectAllProps = {
  query: InputOf<'listInsights'>
  isEmpty: boolean
  onSelect: (ids: string[]) => void
  onClear: () => void
}

/** Selects every insight that matches, also those that are not loaded yet. */
function SelectAll({ query, isEmpty, onSelect, onClear }: SelectAllProps) {
  const [busy, setBusy] = useState(false)
  const { data } = useApiQuery('countInsights', query as InputOf<'countInsights'>, { keepPrevious: true })
  const run = async () => {
    setBusy(true)
    onSelect((await fetchAll('listInsights', query)).map(({ id }) => id))
    setBusy(false)
  }
  return (
    <p className="flex items-center gap-3 text-xs text-faint">
      <span role="status">{t('{count, one {# insight} other {# insights}}', { count: data?.count ?? 0 })}</span>
      <Button size="sm" variant="quiet" busy={busy} disabled={!data?.count} onClick={() => void run()}>
        {t('Select all {count}', { count: formatNumber(data?.count ?? 0) })}
      </Button>
      <Button size="sm" variant="quiet" disabled={isEmpty} onClick={onClear}>
        {t('Clear selection')}
      </Button>
    </p>
  )
}

type OptionProps = { insight: Insight; linked: boolean; checked: boolean; onChange: (on: boolean) => void }

function EvidenceOption({ insight: { name, quote, sentiment }, linked, checked, onChange }: OptionProps) {
  const id = useId()
  return (
    <li className="flex items-start gap-3 rounded-md px-2 py-1.5 hover:bg-hover">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-3.5 accent-accent"
        checked={checked || linked}
        disabled={linked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className="min-w-0 flex-1 text-sm">
        <span className="line-clamp-2 font-medium">{name}</span>
        {quote && <span className="line-clamp-1 text-soft">“{quote}”</span>}
      </label>
      {linked ? <span className="text-xs text-faint">{t('Added')}</span> : <SentimentBadge sentiment={sentiment} />}
    </li>
  )
}
