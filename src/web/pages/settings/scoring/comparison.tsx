import { useEffect } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Loading } from '#web/ui/states.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import type { ScoringMethodItem } from './scoring-labels.ts'

type PlaceChange = OutputOf<'compareScoringMethod'>['data'][number]

/** Which opportunities would change places with a method that is not active. */
export function MethodComparison({ method: { kind, factors } }: { method: ScoringMethodItem }) {
  const compare = useApiMutation('compareScoringMethod')
  const { mutate } = compare
  useEffect(() => mutate({ kind, factors, limit: 10 }), [mutate, kind, factors])
  if (!compare.data) return <Loading />
  const { moved_count: count, data } = compare.data
  return (
    <div className="mt-3 grid gap-2">
      <p className="text-sm font-medium" role="status">
        {t('{count, one {# opportunity changes its place} other {# opportunities change places}}', { count })}
      </p>
      <ol className="grid gap-1 text-sm">
        {data.map((one) => (
          <PlaceLine key={one.opportunity_id} change={one} />
        ))}
      </ol>
    </div>
  )
}

const placeText = (place: number | null) => (place === null ? '–' : `#${formatNumber(place)}`)

const PlaceLine = ({ change }: { change: PlaceChange }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
    <Link to={paths.opportunity(change.opportunity_id)} className="truncate hover:underline">
      {change.title}
    </Link>
    <span className="text-xs text-soft tabular-nums">
      {t('{before} → {after}', { before: placeText(change.place_before), after: placeText(change.place_after) })}
    </span>
  </li>
)
