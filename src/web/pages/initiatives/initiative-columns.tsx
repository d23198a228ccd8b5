import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { exportedFields } from '#web/shell/custom-fields/export-fields.ts'
import { reachColumns, reachExport } from '#web/shell/account-reach.tsx'
import { Chip, SentimentBar } from '#web/ui/badges.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid.tsx'
import { RowLink, RowTitle } from '#web/ui/lists/row-link.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { textColumn, timeColumn } from '#web/ui/lists/columns.tsx'
import { InitiativeStatusChip } from './initiative-status.tsx'

export type InitiativeItem = ItemOf<'listInitiativePlans'>

export const evidenceCount = (initiative: InitiativeItem) =>
  t('{count, one {# insight} other {# insights}}', { count: initiative.leveraged_insights_count })

const TitleCell = ({ initiative: { id, title } }: { initiative: InitiativeItem }) => (
  <RowLink to={paths.initiative(id)} title={title} className="font-medium">
    {title}
  </RowLink>
)

const EvidenceCell = ({ initiative }: { initiative: InitiativeItem }) => (
  <span className="flex items-center gap-2">
    <span className="w-7 text-end tabular-nums">{formatNumber(initiative.leveraged_insights_count)}</span>
    <SentimentBar breakdown={initiative.sentiment_breakdown} className="h-1.5 w-14" />
  </span>
)

function SegmentsCell({ initiative: { segments } }: { initiative: InitiativeItem }) {
  const [first, ...rest] = segments
  return (
    first && (
      <span title={segments.map(({ name }) => name).join(', ')} className="flex min-w-0 gap-1 overflow-hidden">
        <Chip color={first.color}>{first.name}</Chip>
        {rest.length > 0 && <Chip>+{rest.length}</Chip>}
      </span>
    )
  )
}

/** The share of its projects that are completed. */
export function ProjectProgress({ initiative }: { initiative: InitiativeItem }) {
  const { project_count: total, completed_project_count: done } = initiative
  if (total === 0) return <span className="text-xs text-faint">–</span>
  const label = t('{done} of {total} completed', { done, total })
  return (
    <span title={label} className="flex items-center gap-2 text-xs text-soft tabular-nums">
      <span aria-hidden className="h-1.5 w-12 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-pos" style={{ width: `${(100 * done) / total}%` }} />
      </span>
      {done}/{total}
      <span className="sr-only">{label}</span>
    </span>
  )
}

const segmentsColumn = (): GridColumn<InitiativeItem> => ({
  key: 'segments',
  header: t('Segments'),
  width: '116px',
  cell: (one) => <SegmentsCell initiative={one} />,
})

export const initiativeColumns = (items: readonly InitiativeItem[]): GridColumn<InitiativeItem>[] => [
  { key: 'title', header: t('Initiative'), width: 'minmax(170px,1fr)', cell: (one) => <TitleCell initiative={one} /> },
  {
    key: 'goal',
    header: t('Goal'),
    width: 'minmax(150px,1.4fr)',
    cell: ({ goal }) => (
      <span title={goal ?? undefined} className="text-xs text-soft">
        {goal}
      </span>
    ),
  },
  { key: 'status', header: t('Status'), width: '112px', cell: (one) => <InitiativeStatusChip status={one.status} /> },
  textColumn('owner', t('Owner'), '100px', (one) => one.owner?.name),
  ...(items.some((one) => one.segments.length > 0) ? [segmentsColumn()] : []),
  { key: 'evidence', header: t('Evidence'), width: '108px', cell: (one) => <EvidenceCell initiative={one} /> },
  ...reachColumns(items),
  { key: 'projects', header: t('Projects'), width: '96px', cell: (one) => <ProjectProgress initiative={one} /> },
  timeColumn('updated', t('Updated'), '84px', (one) => one.updated_at),
]

/** The row on narrow screens. */
export const initiativeCard = (one: InitiativeItem) => (
  <>
    <RowTitle to={paths.initiative(one.id)} isShort>
      {one.title}
    </RowTitle>
    <p className="line-clamp-1 text-xs text-soft">{one.goal}</p>
    <p className="mt-1 flex items-center gap-2">
      <InitiativeStatusChip status={one.status} />
      <span className="ms-auto text-xs text-faint">{evidenceCount(one)}</span>
    </p>
  </>
)

export const initiativeExportRow = ({
  owner,
  segments,
  sentiment_breakdown,
  account_reach,
  custom_fields,
  ...one
}: InitiativeItem) => ({
  ...one,
  ...exportedFields(custom_fields),
  owner: owner?.name ?? '',
  segments: segments.map(({ name }) => name).join('; '),
  ...reachExport(account_reach),
  ...sentiment_breakdown,
})
