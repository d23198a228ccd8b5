import type { ReactNode } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'

type Regrouping = Pick<
  OutputOf<'getRegrouping'>,
  'moved_insight_count' | 'themes' | 'subthemes' | 'unsorted' | 'decided_by_people'
>
type Subtheme = Regrouping['subthemes'][number]
type Group = Regrouping['themes'][number] | Subtheme
type Arrivals = Regrouping['unsorted']

/** By theme: what is new or renamed, how many insights come from where, and some of them. */
export function RegroupingDiff({ regrouping }: { regrouping: Regrouping }) {
  const { moved_insight_count, themes, subthemes, unsorted, decided_by_people } = regrouping
  const subthemesOf = Map.groupBy(subthemes, (one) => one.theme_id)
  const known = new Set(themes.map((one) => one.id))
  const others = [...subthemesOf].filter(([id]) => !known.has(id))
  return (
    <div className="grid gap-3">
      <p className="text-sm font-medium">
        {t('{count, one {# insight gets} other {# insights get}} another place', { count: moved_insight_count })}
      </p>
      <People decided={decided_by_people} />
      {themes.map((theme) => (
        <Box key={theme.id}>
          <GroupChange group={theme} />
          <Subthemes subthemes={subthemesOf.get(theme.id) ?? []} />
        </Box>
      ))}
      {others.map(([id, list]) => (
        <Box key={id}>
          <p className="text-sm font-medium">{list[0]!.theme_name}</p>
          <Subthemes subthemes={list} />
        </Box>
      ))}
      {unsorted.arriving_insight_count > 0 && (
        <Box>
          <p className="text-sm font-medium">{t('Unsorted')}</p>
          <Arriving arrivals={unsorted} />
        </Box>
      )}
    </div>
  )
}

const Box = ({ children }: { children: ReactNode }) => (
  <section className="grid min-w-0 gap-2 rounded-lg border border-line p-3">{children}</section>
)

const Subthemes = ({ subthemes }: { subthemes: readonly Subtheme[] }) =>
  subthemes.length > 0 && (
    <ul className="grid gap-3 border-l-2 border-line pl-3">
      {subthemes.map((one) => (
        <li key={one.id} className="grid gap-1">
          <GroupChange group={one} isMoved={one.previous_theme_id !== null} />
        </li>
      ))}
    </ul>
  )

/** Its name with the earlier one, and what comes to it and leaves it. */
function GroupChange({ group, isMoved = false }: { group: Group; isMoved?: boolean }) {
  const { name, previous_name, created, insight_count, leaving_insight_count, arriving_insight_count } = group
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="min-w-0 font-medium break-words">
          {previous_name !== null && (
            <>
              <del className="font-normal text-faint">{previous_name}</del>
              <span className="mx-1.5 text-faint" aria-label={t('becomes')}>
                →
              </span>
            </>
          )}
          {name}
        </span>
        {created && <Chip tone="good">{t('New')}</Chip>}
        {previous_name !== null && <Chip tone="accent">{t('Renamed')}</Chip>}
        {isMoved && <Chip tone="accent">{t('Other theme')}</Chip>}
        {insight_count !== arriving_insight_count && (
          <span className="text-xs text-faint">
            {t('{count, one {# insight} other {# insights}} afterwards', { count: insight_count })}
          </span>
        )}
      </div>
      {leaving_insight_count > 0 && (
        <p className="text-xs text-soft">
          {t('{count, one {# insight leaves} other {# insights leave}}', { count: leaving_insight_count })}
        </p>
      )}
      <Arriving arrivals={group} />
    </>
  )
}

/** How many come from where, with some of them in the words of customers. */
function Arriving({ arrivals: { arriving_insight_count, origins, samples } }: { arrivals: Arrivals }) {
  if (arriving_insight_count === 0) return null
  return (
    <>
      <p className="text-xs text-soft">
        {t('{count, one {# insight comes} other {# insights come}} from {places}', {
          count: arriving_insight_count,
          places: placesOf(origins),
        })}
      </p>
      <ul className="grid gap-1 text-sm text-soft">
        {samples.map(({ insight_id, name, quote }) => (
          <li key={insight_id} className="min-w-0 break-words">
            {quote === null ? name : `“${quote}”`}
          </li>
        ))}
      </ul>
    </>
  )
}

/** One place has as many as there are in all. */
const placesOf = (origins: Arrivals['origins']) =>
  origins.length === 1
    ? placeOf(origins[0]!)
    : origins.map((origin) => `${placeOf(origin)} (${origin.insight_count})`).join(', ')

const placeOf = ({ theme_name, subtheme_name }: Arrivals['origins'][number]) =>
  [theme_name ?? t('Unsorted'), subtheme_name].filter(Boolean).join(' › ')

/** What people had placed, named or pinned and is changed all the same. */
function People({ decided }: { decided: Regrouping['decided_by_people'] }) {
  const { theme_ids, subtheme_ids, insight_count, insights } = decided
  if (theme_ids.length + subtheme_ids.length + insight_count === 0) return null
  return (
    <section className="grid gap-1 rounded-lg bg-warn-soft p-3 text-sm text-warn-text">
      <p className="font-medium">{t('This also changes what people have decided')}</p>
      <p>
        {[
          t('{count, one {# theme} other {# themes}}', { count: theme_ids.length }),
          t('{count, one {# subtheme} other {# subthemes}}', { count: subtheme_ids.length }),
          t('{count, one {# insight} other {# insights}}', { count: insight_count }),
        ].join(' · ')}
      </p>
      <ul className="grid gap-0.5">
        {insights.slice(0, 10).map(({ insight_id, name }) => (
          <li key={insight_id} className="break-words">
            {name}
          </li>
        ))}
      </ul>
    </section>
  )
}
