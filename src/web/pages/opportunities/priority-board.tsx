import { ChevronDown, ChevronUp } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { patchCache } from '#web/api/cache.ts'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Options } from '#web/ui/forms/field.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { MayEdit, useMay } from '#web/api/may.tsx'
import { type HorizonKey, horizonKeys, horizonLabels, toHorizon } from './horizons.ts'

type Opportunity = ItemOf<'listOpportunities'>
type Place = { before: string } | { after: string } | { horizon: ReturnType<typeof toHorizon> }
type Move = (opportunity: Opportunity, place: Place) => void
type BoardProps = { items: readonly Opportunity[]; hasMore: boolean; loadMore: () => void }
type ColumnProps = { name: HorizonKey; items: readonly Opportunity[]; all: readonly Opportunity[]; move: Move }

const linkId = (id: string) => `place-${id}`
const keyOf = ({ horizon }: Opportunity): HorizonKey => horizon ?? 'none'

/** Those without a place, by impact: more would hide the order. */
const maxWithoutPlace = 50

/** Moves an opportunity; its link keeps the focus, so that keys can move it on. */
function useMove(items: readonly Opportunity[]): Move {
  const moved = useRef<string>(undefined)
  const rank = useApiMutation('rankOpportunity', {
    optimistic: ({ opportunityId, horizon }) =>
      horizon === undefined ? () => {} : patchCache([opportunityId], { horizon }),
  })
  useEffect(() => {
    if (moved.current && !document.activeElement?.closest('dialog'))
      document.getElementById(linkId(moved.current))?.focus()
  }, [items])
  return ({ id }, place) => {
    moved.current = id
    rank.mutate({ opportunityId: id, ...place })
  }
}

/** The order of the team in columns: cards are moved by dragging, with Alt and the arrow keys, or by their controls. */
export function PriorityBoard({ items, hasMore, loadMore }: BoardProps) {
  const move = useMove(items)
  const needsMore = hasMore && (items.at(-1)?.horizon ?? null) !== null
  useEffect(() => {
    if (needsMore) loadMore()
  }, [needsMore, items.length, loadMore])
  return (
    <div
      className="flex min-h-0 flex-1 gap-3 overflow-x-auto p-4 md:px-6"
      tabIndex={0}
      role="region"
      aria-label={t('Board')}
      data-scroll
    >
      {horizonKeys.map((name) => (
        <Column
          key={name}
          name={name}
          all={items}
          items={items.filter((one) => keyOf(one) === name).slice(0, name === 'none' ? maxWithoutPlace : undefined)}
          move={move}
        />
      ))}
    </div>
  )
}

const droppedOn = (event: DragEvent, items: readonly Opportunity[]) =>
  items.find(({ id }) => id === event.dataTransfer.getData('text/plain'))

function Column({ name, items, all, move }: ColumnProps) {
  const label = horizonLabels()[name]
  return (
    <section
      aria-label={label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const dropped = droppedOn(event, all)
        if (dropped) move(dropped, { horizon: toHorizon(name) })
      }}
      className={cx(
        'flex w-68 shrink-0 flex-col rounded-xl bg-sunken/70 p-2',
        // The line between now and not now.
        name === 'now' && 'relative me-3 after:absolute after:inset-y-0 after:-end-3.5 after:w-0.5 after:bg-accent',
      )}
    >
      <h2 className="flex items-center gap-2 px-1.5 py-1 text-xs font-medium text-soft">
        {label}
        <span className="text-faint tabular-nums">{items.length}</span>
      </h2>
      <ol className="grid min-h-16 content-start gap-2 overflow-y-auto pt-1">
        {items.map((one, index) => (
          <PlacedCard
            key={one.id}
            opportunity={one}
            above={items[index - 1]}
            below={items[index + 1]}
            all={all}
            move={move}
          />
        ))}
      </ol>
    </section>
  )
}

type CardProps = {
  opportunity: Opportunity
  above: Opportunity | undefined
  below: Opportunity | undefined
  all: readonly Opportunity[]
  move: Move
}

function PlacedCard({ opportunity, above, below, all, move }: CardProps) {
  const { id, title, horizon } = opportunity
  const mayMove = useMay()('rankOpportunity')
  const up = mayMove && horizon && above && (() => move(opportunity, { before: above.id }))
  const down = mayMove && horizon && below && (() => move(opportunity, { after: below.id }))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: up, ArrowDown: down }[event.key] : undefined
    if (!step) return
    event.preventDefault()
    step()
  }
  return (
    <li
      draggable={mayMove}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', id)}
      onDrop={(event) => {
        const dropped = droppedOn(event, all)
        if (!horizon || !dropped || dropped.id === id) return
        event.stopPropagation()
        move(dropped, { before: id })
      }}
      onKeyDown={onKeyDown}
      className="rounded-lg border border-line bg-panel p-3 shadow-xs"
    >
      <Link to={paths.opportunity(id)} id={linkId(id)} className="block text-sm font-medium hover:underline">
        {title}
      </Link>
      <CardFacts opportunity={opportunity} />
      <div className="mt-2 flex items-center gap-1">
        <MayEdit op="rankOpportunity">
          <HorizonSelect opportunity={opportunity} move={move} />
        </MayEdit>
        {up && <IconButton label={t('Move {title} up', { title })} icon={ChevronUp} onClick={up} />}
        {down && <IconButton label={t('Move {title} down', { title })} icon={ChevronDown} onClick={down} />}
      </div>
    </li>
  )
}

const CardFacts = ({ opportunity: { impact_score, score, effort } }: { opportunity: Opportunity }) => (
  <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-faint">
    {score !== null && <span>{t('score {score}', { score: formatNumber(score, 1) })}</span>}
    <span>{t('impact {score}', { score: formatNumber(impact_score, 1) })}</span>
    {effort !== null && <span>{t('{count, one {# week} other {# weeks}}', { count: effort })}</span>}
  </p>
)

const HorizonSelect = ({ opportunity, move }: Pick<CardProps, 'opportunity' | 'move'>) => (
  <select
    aria-label={t('When to work on {title}', { title: opportunity.title })}
    value={keyOf(opportunity)}
    onChange={(event) => move(opportunity, { horizon: toHorizon(event.target.value as HorizonKey) })}
    className="h-6 min-w-0 flex-1 rounded border border-line bg-transparent px-1 text-xs text-faint"
  >
    <Options options={toOptions(horizonLabels())} />
  </select>
)
