import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { type Tile, Treemap } from '#web/ui/charts/treemap.tsx'
import { PlotCard } from '#web/ui/charts/plot-card.tsx'
import { formatNumber, formatPercent } from '#web/ui/time.tsx'
import { HeatTable } from './heat-table.tsx'
import { sentimentColors } from './sentiment-colors.ts'
import type { Overview } from './types.ts'
import { SubjectLink } from './subject-link.tsx'

const maxTiles = 14
/** With more columns the table needs the full width. */
const maxColumnsBesideTreemap = 4

export function Landscape({ overview }: { overview: Overview }) {
  const sideBySide = overview.sentiment_by_competitor.length <= maxColumnsBesideTreemap
  return (
    <>
      <div
        className={
          sideBySide ? 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'grid grid-cols-1 gap-4'
        }
      >
        <HeatTable overview={overview} />
        <SubjectTreemap themes={overview.themes} height={sideBySide ? 340 : 240} />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <SubjectCard title={t('Customer praise')} subjects={overview.strengths} />
        <SubjectCard title={t('Customer complaints')} subjects={overview.weaknesses} />
        {overview.white_space.length > 0 && <WhiteSpaceCard subjects={overview.white_space} />}
      </div>
    </>
  )
}

function SubjectTreemap({ themes, height }: { themes: Overview['themes']; height: number }) {
  const navigate = useNavigate()
  const tiles = themes.slice(0, maxTiles).map((one): Tile => ({
    id: one.subtheme_id,
    name: one.name,
    value: one.insight_count,
    color: sentimentColors(one.sentiment_breakdown).line,
    mix: one.sentiment_breakdown,
  }))
  return (
    <PlotCard
      title={t('Top topics')}
      name="competitor-subjects"
      note={t('Topics by insights')}
      rows={() => themes.map((one) => ({ subject: one.name, insights: one.insight_count, ...one.sentiment_breakdown }))}
    >
      <Treemap
        tiles={tiles}
        height={height}
        label={t('Topics by number of insights')}
        href={paths.competitorSubject}
        onPick={(id) => void navigate(paths.competitorSubject(id))}
      />
    </PlotCard>
  )
}

function SubjectCard({ title, subjects }: { title: string; subjects: Overview['strengths'] }) {
  return (
    <Card title={title}>
      {subjects.length === 0 ? (
        <p className="text-sm text-faint">{t('No notable findings.')}</p>
      ) : (
        <ul className="grid gap-1.5">
          {subjects.slice(0, 6).map((one) => (
            <li key={one.subtheme_id} className="flex justify-between gap-3 text-sm">
              <SubjectLink id={one.subtheme_id} name={one.name} className="min-w-0 truncate" />
              <span className="text-faint tabular-nums">{formatNumber(one.insight_count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const WhiteSpaceCard = ({ subjects }: { subjects: Overview['white_space'] }) => (
  <Card
    title={t('White space')}
    note={t('Competitor weaknesses and what your customers say about them')}
    className="lg:col-span-2"
  >
    <ul className="grid gap-1.5">
      {subjects.slice(0, 8).map((one) => (
        <li key={one.subtheme_id} className="flex justify-between gap-4 text-sm">
          <Link to={paths.competitorSubject(one.subtheme_id)} className="min-w-0 truncate hover:underline">
            {one.name}
          </Link>
          <span className="shrink-0 text-xs text-faint">
            {formatPercent(one.negative_share, 1)} {t('negative')} ·{' '}
            {t('{count} of your insights', { count: one.first_party_insight_count })}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)
