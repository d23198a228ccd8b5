import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Breakdown, SentimentBar, breakdownTotal } from '#web/ui/badges.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import type { Overview } from './types.ts'
import { sentimentColors } from './sentiment-colors.ts'
import { SubjectLink } from './subject-link.tsx'

type Competitor = Overview['sentiment_by_competitor'][number]
type Theme = Overview['themes'][number]
const collapsedRows = 12

const cellKey = (subthemeId: string, competitorId: string) => `${subthemeId} ${competitorId}`

type HeatTableProps = { overview: Overview }

/** Subjects by competitors. Number and colour depth show the volume, hue and bar the sentiment. */
export function HeatTable({ overview: { themes, mentions, sentiment_by_competitor: competitors } }: HeatTableProps) {
  const [expanded, setExpanded] = useState(false)
  const cells = new Map(mentions.map((one) => [cellKey(one.subtheme_id, one.competitor_id), one]))
  const max = Math.max(1, ...mentions.map(breakdownTotal))
  return (
    <Card title={t('Mentions by competitor')} note={t('Insights by topic and competitor')} flush>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('Mentions by competitor')}>
        <table className="w-full border-separate border-spacing-x-1 border-spacing-y-0.5 px-3 pb-3 text-sm">
          <HeatTableHead competitors={competitors} />
          <tbody>
            {themes.slice(0, expanded ? undefined : collapsedRows).map((theme) => (
              <HeatRow key={theme.subtheme_id} theme={theme}>
                {competitors.map(({ competitor_id }) => (
                  <td key={competitor_id} className="p-0">
                    <HeatCell breakdown={cells.get(cellKey(theme.subtheme_id, competitor_id))} max={max} />
                  </td>
                ))}
              </HeatRow>
            ))}
          </tbody>
        </table>
      </div>
      {themes.length > collapsedRows && (
        <div className="border-t border-line px-4 py-2">
          <Button size="sm" variant="quiet" onClick={() => setExpanded(!expanded)}>
            {expanded ? t('Show fewer') : t('Show all {count}', { count: themes.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}

const HeatTableHead = ({ competitors }: { competitors: readonly Competitor[] }) => (
  <thead>
    <tr className="text-xs text-faint">
      <th scope="col" className="px-1 py-1.5 text-start font-medium">
        {t('Topic')}
      </th>
      {competitors.map(({ competitor_id, name }) => (
        <th key={competitor_id} scope="col" className="w-24 px-1 text-center font-medium">
          <Link to={paths.competitor(competitor_id)} className="hover:text-ink hover:underline">
            {name}
          </Link>
        </th>
      ))}
      <th scope="col" className="w-12 px-1 text-end font-medium">
        {t('All')}
      </th>
    </tr>
  </thead>
)

const HeatRow = ({ theme, children }: { theme: Theme; children: ReactNode }) => (
  <tr>
    <th scope="row" className="max-w-0 min-w-36 px-1 text-start font-normal">
      <SubjectLink id={theme.subtheme_id} name={theme.name} className="line-clamp-2 leading-4.5" />
    </th>
    {children}
    <td className="px-1 text-end text-soft tabular-nums">{formatNumber(theme.insight_count)}</td>
  </tr>
)

const [minOpacity, maxOpacity] = [45, 100]

function HeatCell({ breakdown, max }: { breakdown: Breakdown | undefined; max: number }) {
  if (!breakdown)
    return (
      <span className="flex h-10 items-center justify-center rounded-md bg-sunken/40 text-xs text-faint">
        <span aria-hidden>·</span>
        <span className="sr-only">0</span>
      </span>
    )
  const count = breakdownTotal(breakdown)
  const opacity = Math.round(minOpacity + (maxOpacity - minOpacity) * (count / max))
  return (
    <span
      className="flex h-10 flex-col items-center justify-center gap-1 rounded-md text-ink tabular-nums"
      style={{ background: `color-mix(in srgb, ${sentimentColors(breakdown).fill} ${opacity}%, transparent)` }}
    >
      <span className="text-sm leading-4 font-medium">{formatNumber(count)}</span>
      <SentimentBar breakdown={breakdown} className="h-1 w-10" />
    </span>
  )
}
