import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Tile, Treemap } from '#web/ui/charts.tsx'
import { type Breakdown, SentimentBar, sumOf } from '#web/ui/marks.tsx'
import { PlotCard } from '#web/ui/plot-card.tsx'
import { numberOf, percentOf } from '#web/ui/time.tsx'

export type Overview = Out<'getCompetitorOverview'>
const fewRows = 12
const maxTiles = 14
/** More columns than this leave no room beside them. */
const maxBeside = 4

const cellKey = (subtheme: string, competitor: string) => `${subtheme} ${competitor}`

export function Landscape({ overview }: { overview: Overview }) {
  const navigate = useNavigate()
  const tiles = overview.themes.slice(0, maxTiles).map((one): Tile => ({
    id: one.subtheme_id,
    name: one.name,
    value: one.insight_count,
    color: toneOf(one.sentiment_breakdown).line,
    mix: one.sentiment_breakdown,
  }))
  const beside = overview.sentiment_by_competitor.length <= maxBeside
  const lists = [
    [t('What their customers praise'), overview.strengths],
    [t('What their customers complain about'), overview.weaknesses],
  ] as const
  return (
    <>
      <div className={beside ? 'grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'grid gap-4'}>
        <HeatTable overview={overview} />
        <PlotCard
          title={t('What is talked about')}
          name="competitor-subjects"
          note={t('Subjects by insights')}
          rows={() =>
            overview.themes.map((one) => ({
              subject: one.name,
              insights: one.insight_count,
              ...one.sentiment_breakdown,
            }))
          }
        >
          <Treemap
            tiles={tiles}
            height={beside ? 340 : 240}
            label={t('Subjects by number of insights')}
            href={paths.rivalSubject}
            onPick={(id) => void navigate({ to: paths.rivalSubject(id) })}
          />
        </PlotCard>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {lists.map(([title, rows]) => (
          <Card key={title} title={title}>
            {rows.length === 0 ? (
              <p className="text-sm text-faint">{t('Nothing stands out.')}</p>
            ) : (
              <ul className="grid gap-1.5">
                {rows.slice(0, 6).map((one) => (
                  <li key={one.subtheme_id} className="flex justify-between gap-3 text-sm">
                    <Link
                      to={paths.rivalSubject(one.subtheme_id)}
                      title={one.name}
                      className="min-w-0 truncate hover:underline"
                    >
                      {one.name}
                    </Link>
                    <span className="text-faint tabular-nums">{numberOf(one.insight_count)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        ))}
        {overview.white_space.length > 0 && (
          <Card
            title={t('White space')}
            note={t('What they do badly, and how much your customers say about it')}
            className="lg:col-span-2"
          >
            <ul className="grid gap-1.5">
              {overview.white_space.slice(0, 8).map((one) => (
                <li key={one.subtheme_id} className="flex justify-between gap-4 text-sm">
                  <Link to={paths.rivalSubject(one.subtheme_id)} className="min-w-0 truncate hover:underline">
                    {one.name}
                  </Link>
                  <span className="shrink-0 text-xs text-faint">
                    {percentOf(one.negative_share, 1)} {t('negative')} ·{' '}
                    {t('{count} of yours', { count: one.first_party_insight_count })}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  )
}

/** Every competitor against every subject: how much is said in the number and the depth of the colour, how it is meant in its hue and in the bar. */
function HeatTable({ overview: { themes, mentions, sentiment_by_competitor: columns } }: { overview: Overview }) {
  const [all, setAll] = useState(false)
  const cells = new Map(mentions.map((one) => [cellKey(one.subtheme_id, one.competitor_id), one]))
  const max = Math.max(1, ...mentions.map(sumOf))
  return (
    <Card title={t('Who is talked about for what')} note={t('Insights on each subject, by competitor')} flush>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('Who is talked about for what')}>
        <table className="w-full border-separate border-spacing-x-1 border-spacing-y-0.5 px-3 pb-3 text-sm">
          <thead>
            <tr className="text-xs text-faint">
              <th scope="col" className="px-1 py-1.5 text-start font-medium">
                {t('Subject')}
              </th>
              {columns.map((one) => (
                <th key={one.competitor_id} scope="col" className="w-24 px-1 text-center font-medium">
                  <Link to={paths.competitor(one.competitor_id)} className="hover:text-ink hover:underline">
                    {one.name}
                  </Link>
                </th>
              ))}
              <th scope="col" className="w-12 px-1 text-end font-medium">
                {t('All')}
              </th>
            </tr>
          </thead>
          <tbody>
            {themes.slice(0, all ? undefined : fewRows).map((one) => (
              <tr key={one.subtheme_id}>
                <th scope="row" className="max-w-0 min-w-36 px-1 text-start font-normal">
                  <Link
                    to={paths.rivalSubject(one.subtheme_id)}
                    title={one.name}
                    className="line-clamp-2 leading-4.5 hover:underline"
                  >
                    {one.name}
                  </Link>
                </th>
                {columns.map(({ competitor_id }) => (
                  <td key={competitor_id} className="p-0">
                    <HeatCell of={cells.get(cellKey(one.subtheme_id, competitor_id))} max={max} />
                  </td>
                ))}
                <td className="px-1 text-end text-soft tabular-nums">{numberOf(one.insight_count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {themes.length > fewRows && (
        <div className="border-t border-line px-4 py-2">
          <Button size="sm" look="quiet" onClick={() => setAll(!all)}>
            {all ? t('Show fewer') : t('Show all {count}', { count: themes.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** More praise than complaint, more complaint than praise, or neither. */
const toneOf = ({ positive, negative }: Breakdown) =>
  positive > negative
    ? { fill: 'var(--pos-soft)', line: 'var(--pos)' }
    : negative > positive
      ? { fill: 'var(--neg-soft)', line: 'var(--neg)' }
      : { fill: 'var(--sunken)', line: 'var(--neu)' }
const [palest, deepest] = [45, 100]

function HeatCell({ of, max }: { of: Breakdown | undefined; max: number }) {
  if (!of)
    return (
      <span className="flex h-10 items-center justify-center rounded-md bg-sunken/40 text-xs text-faint">
        <span aria-hidden>·</span>
        <span className="sr-only">0</span>
      </span>
    )
  const depth = palest + (deepest - palest) * (sumOf(of) / max)
  return (
    <span
      className="flex h-10 flex-col items-center justify-center gap-1 rounded-md text-ink tabular-nums"
      style={{ background: `color-mix(in srgb, ${toneOf(of).fill} ${Math.round(depth)}%, transparent)` }}
    >
      <span className="text-sm leading-4 font-medium">{numberOf(sumOf(of))}</span>
      <SentimentBar of={of} className="h-1 w-10" />
    </span>
  )
}

/** What one competitor is praised and blamed for most. */
export function standingOf(
  { themes, mentions }: Overview,
  competitor: string,
): { strength: { id: string; name: string } | undefined; weakness: { id: string; name: string } | undefined } {
  const names = new Map(themes.map((one) => [one.subtheme_id, one.name]))
  const own = mentions.filter((one) => one.competitor_id === competitor)
  const best = (mood: 'positive' | 'negative', other: 'positive' | 'negative') => {
    const [first] = own
      .filter((one) => one[mood] > one[other])
      .sort((a, b) => b[mood] - b[other] - (a[mood] - a[other]))
    return first && { id: first.subtheme_id, name: names.get(first.subtheme_id)! }
  }
  return { strength: best('positive', 'negative'), weakness: best('negative', 'positive') }
}
