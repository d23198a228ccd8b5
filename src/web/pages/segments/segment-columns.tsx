import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { Chip } from '#web/ui/badges.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid.tsx'
import { RowLink } from '#web/ui/lists/row-link.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { countColumn, timeColumn } from '#web/ui/lists/columns.tsx'

type Segment = ItemOf<'listSegments'>
export const segmentKindLabels = () => ({ rules: t('Rule-based'), manual: t('Manual') })

const Dot = ({ color }: { color: string }) => (
  <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: color }} />
)
const NameCell = ({ segment }: { segment: Segment }) => (
  <span className="flex items-center gap-2.5">
    <Dot color={segment.color} />
    <RowLink to={paths.segment(segment.id)}>{segment.name}</RowLink>
  </span>
)

export const segmentColumns = (): GridColumn<Segment>[] => [
  {
    key: 'name',
    header: t('Segment'),
    width: '240px',
    sorts: ['name', '-name'],
    cell: (segment) => <NameCell segment={segment} />,
  },
  {
    key: 'about',
    header: t('Description'),
    width: 'minmax(200px,1fr)',
    cell: (one) => <span className="truncate text-xs text-soft">{one.description}</span>,
  },
  { key: 'kind', header: t('Type'), width: '110px', cell: (one) => <Chip>{segmentKindLabels()[one.kind]}</Chip> },
  countColumn('contacts', t('Contacts'), '90px', (one) => one.contact_count),
  countColumn('insights', t('Insights'), '90px', (one) => one.insight_count),
  {
    key: 'weight',
    header: t('Weight'),
    width: '80px',
    alignEnd: true,
    cell: (one) => `× ${formatNumber(one.weight, 1)}`,
  },
  timeColumn('seen', t('Evaluated'), '100px', (one) => one.last_evaluated_at),
]

/** The row on narrow screens. */
export const segmentCard = (one: Segment) => (
  <>
    <p className="flex items-center gap-2 text-sm font-medium">
      <Dot color={one.color} />
      <RowLink to={paths.segment(one.id)} className="">
        {one.name}
      </RowLink>
      <span className="ms-auto text-xs font-normal text-faint tabular-nums">
        {t('{count, one {# contact} other {# contacts}}', { count: one.contact_count })}
      </span>
    </p>
    <p className="mt-1 line-clamp-2 text-xs text-soft">{one.description}</p>
  </>
)
