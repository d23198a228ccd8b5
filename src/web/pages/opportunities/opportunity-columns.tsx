import { Rocket } from 'lucide-react'
import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { paths } from '#web/routes/paths.ts'
import { reachColumns, reachExport } from '#web/shell/account-reach.tsx'
import { exportedFields as customFieldCells } from '#web/shell/custom-fields/export-fields.ts'
import { Chip, SentimentBar, TrendBadge } from '#web/ui/badges.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid-header.tsx'
import type { ExportRow } from '#web/ui/lists/export-menu.tsx'
import { RowLink, RowTitle } from '#web/ui/lists/row-link.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { timeColumn } from '#web/ui/lists/columns.tsx'
import { horizonLabels } from './horizons.ts'
import { Impact } from './impact.tsx'
import { TeamScore } from './score.tsx'

type OpportunityItem = ItemOf<'listOpportunities'>
type CellProps = { opportunity: OpportunityItem }

/** Categories that an opportunity can have. */
export const opportunityCategoryLabels = () => {
  const { DELIGHTS: _, GENERAL_FEEDBACK: __, ...rest } = categoryLabels()
  return rest
}

export const originLabels = () => ({ pipeline: t('Detected'), manual: t('Manual'), competitor: t('Competitor') })

const TitleCell = ({ opportunity: { id, title, initiative_id } }: CellProps) => (
  <span className="flex items-center gap-1.5">
    <RowLink to={paths.opportunity(id)} title={title}>
      {title}
    </RowLink>
    {initiative_id && <InitiativeIcon />}
  </span>
)

const InitiativeIcon = () => (
  <span title={t('In an initiative')} className="shrink-0 text-accent-text">
    <Rocket className="size-3.5" aria-hidden />
    <span className="sr-only">{t('In an initiative')}</span>
  </span>
)

const RankCell = ({ opportunity }: CellProps) => (
  <span className="inline-flex items-center gap-1.5 text-xs text-soft">
    <span className="font-medium text-ink tabular-nums">
      {opportunity.rank === null ? '–' : `#${opportunity.rank}`}
    </span>
    {categoryLabels()[opportunity.category]} <RankChange opportunity={opportunity} />
  </span>
)

function RankChange({ opportunity: { rank, previous_rank } }: CellProps) {
  if (rank === null || previous_rank === null || rank === previous_rank) return null
  const isUp = rank < previous_rank
  const label = isUp ? t('up from {rank}', { rank: previous_rank }) : t('down from {rank}', { rank: previous_rank })
  return (
    <span title={label} className={isUp ? 'text-pos-text' : 'text-neg-text'}>
      <span aria-hidden>{isUp ? '▲' : '▼'}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

const EvidenceCell = ({ opportunity }: CellProps) => (
  <span className="flex items-center gap-2">
    <span className="w-7 text-end tabular-nums">{formatNumber(opportunity.insight_count)}</span>
    <SentimentBar breakdown={opportunity.sentiment_breakdown} className="h-1.5 w-14" />
  </span>
)

const SegmentsCell = ({ opportunity: { segments } }: CellProps) => (
  <span className="flex min-w-0 gap-1 overflow-hidden">
    {segments[0] && <Chip>{segments[0].name}</Chip>}
    {segments.length > 1 && <Chip title={segments.map(({ name }) => name).join(', ')}>+{segments.length - 1}</Chip>}
  </span>
)

const segmentsColumn = (): GridColumn<OpportunityItem> => ({
  key: 'segments',
  header: t('Segments'),
  width: '110px',
  cell: (one) => <SegmentsCell opportunity={one} />,
})

const importanceColumn = (): GridColumn<OpportunityItem> => ({
  key: 'importance',
  header: t('Critical'),
  width: '92px',
  sorts: ['-critical_count'],
  cell: ({ importance_counts: { critical, important } }) => (
    <span className="text-xs tabular-nums" title={t('{count} important', { count: important })}>
      {formatNumber(critical)}
    </span>
  ),
})

const whenColumn = (): GridColumn<OpportunityItem> => ({
  key: 'when',
  header: t('When'),
  width: '84px',
  sorts: ['position'],
  cell: (one) => (one.horizon ? <Chip>{horizonLabels()[one.horizon]}</Chip> : null),
})
const scoreColumn = (): GridColumn<OpportunityItem> => ({
  key: 'score',
  header: t('Score'),
  width: '76px',
  sorts: ['-score'],
  cell: (one) => <TeamScore score={one.score} terms={one.score_terms} />,
})
const effortColumn = (): GridColumn<OpportunityItem> => ({
  key: 'effort',
  header: t('Effort'),
  width: '84px',
  sorts: ['effort'],
  cell: ({ effort }) =>
    effort === null ? null : (
      <span className="text-xs tabular-nums">{t('{count, one {# week} other {# weeks}}', { count: effort })}</span>
    ),
})

/** Columns that the team fills are shown once one of the rows has a value. */
const estimateColumns = (items: readonly OpportunityItem[]) => [
  ...(items.some((one) => one.horizon !== null) ? [whenColumn()] : []),
  ...(items.some((one) => one.score_method_id !== null) ? [scoreColumn()] : []),
  ...(items.some((one) => one.effort !== null) ? [effortColumn()] : []),
]

export const opportunityColumns = (items: readonly OpportunityItem[]): GridColumn<OpportunityItem>[] => [
  {
    key: 'title',
    header: t('Opportunity'),
    width: 'minmax(250px,1fr)',
    cell: (one) => <TitleCell opportunity={one} />,
  },
  {
    key: 'impact',
    header: t('Impact'),
    width: '128px',
    sorts: ['-impact_score'],
    cell: (one) => <Impact score={one.impact_score} factors={one.impact_factors} />,
  },
  {
    key: 'category',
    header: t('Rank in category'),
    width: '152px',
    sorts: ['rank'],
    cell: (one) => <RankCell opportunity={one} />,
  },
  {
    key: 'insights',
    header: t('Evidence'),
    width: '108px',
    sorts: ['-insight_count'],
    cell: (one) => <EvidenceCell opportunity={one} />,
  },
  ...(items.some(({ importance_counts: { critical, important } }) => critical + important > 0)
    ? [importanceColumn()]
    : []),
  ...reachColumns(items, ['-revenue']),
  ...estimateColumns(items),
  ...(items.some((one) => one.segments.length > 0) ? [segmentsColumn()] : []),
  { key: 'trend', header: t('Trend'), width: '84px', cell: (one) => <TrendBadge trend={one.trend} /> },
  { key: 'origin', header: t('Origin'), width: '96px', cell: (one) => <Chip>{originLabels()[one.origin]}</Chip> },
  { ...timeColumn('age', t('Age'), '76px', (one) => one.created_at), sorts: ['-created_at'] },
]

/** The row on narrow screens. */
export const opportunityCard = (one: OpportunityItem) => (
  <>
    <RowTitle to={paths.opportunity(one.id)}>{one.title}</RowTitle>
    <p className="mt-1 flex items-center gap-3 text-xs text-faint">
      <span>{t('impact {score}', { score: formatNumber(one.impact_score, 1) })}</span>
      <span>{t('{count, one {# insight} other {# insights}}', { count: one.insight_count })}</span>
      <TrendBadge trend={one.trend} />
    </p>
  </>
)

const exportedFields = [
  'id',
  'title',
  'category',
  'rank',
  'impact_score',
  'insight_count',
  'contact_count',
  'trend',
  'origin',
  'status',
  'horizon',
  'effort',
  'confidence',
  'target_date',
  'owner_id',
  'score',
  'created_at',
] as const

export const opportunityExportRow = (one: OpportunityItem): ExportRow => ({
  ...Object.fromEntries([
    ...exportedFields.map((name) => [name, one[name]] as const),
    ...Object.entries(one.importance_counts).map(([name, count]) => [`${name}_count`, count] as const),
  ]),
  ...reachExport(one.account_reach),
  ...customFieldCells(one.custom_fields),
})
