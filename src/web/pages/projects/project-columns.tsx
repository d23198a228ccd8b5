import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { exportedFields } from '#web/shell/custom-fields/export-fields.ts'
import { reachColumns, reachExport } from '#web/shell/account-reach.tsx'
import { Chip, SentimentBar } from '#web/ui/badges.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid-header.tsx'
import { RowLink, RowTitle } from '#web/ui/lists/row-link.tsx'
import { formatDay, formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { textColumn, timeColumn } from '#web/ui/lists/columns.tsx'
import { ProjectStatusChip } from './project-status.tsx'

export type ProjectItem = ItemOf<'listProjectPlans'>

export const TrackerChips = ({ project }: { project: ProjectItem }) =>
  project.external_links.map((link) => (
    <Chip key={link.provider} title={link.display_title}>
      {link.external_key ?? link.provider}
    </Chip>
  ))

const TitleCell = ({ project: { id, title } }: { project: ProjectItem }) => (
  <RowLink to={paths.project(id)} className="font-medium">
    {title}
  </RowLink>
)

const targetOf = ({ target_date }: ProjectItem) => (target_date ? formatDay(target_date) : '–')

const EvidenceCell = ({ project }: { project: ProjectItem }) => (
  <span className="flex items-center gap-2">
    <span className="w-6 text-end text-xs tabular-nums">{formatNumber(project.evidence_count)}</span>
    <SentimentBar breakdown={project.sentiment_breakdown} className="h-1.5 w-16" />
  </span>
)

const TrackerCell = ({ project }: { project: ProjectItem }) => (
  <span className="flex gap-1">
    <TrackerChips project={project} />
  </span>
)

export const projectColumns = (items: readonly ProjectItem[]): GridColumn<ProjectItem>[] => [
  {
    key: 'title',
    header: t('Project'),
    width: 'minmax(200px,1fr)',
    sorts: ['title'],
    cell: (one) => <TitleCell project={one} />,
  },
  { key: 'status', header: t('Status'), width: '112px', cell: (one) => <ProjectStatusChip status={one.status} /> },
  textColumn('initiative', t('Initiative'), '150px', (one) => one.initiative?.title ?? '–'),
  textColumn('owner', t('Owner'), '110px', (one) => one.owner?.name ?? '–'),
  { key: 'evidence', header: t('Evidence'), width: '120px', cell: (one) => <EvidenceCell project={one} /> },
  ...reachColumns(items),
  { ...textColumn('target', t('Target'), '98px', targetOf), sorts: ['target_date'] },
  { key: 'links', header: t('Tracker'), width: '84px', cell: (one) => <TrackerCell project={one} /> },
  { ...timeColumn('updated', t('Updated'), '76px', (one) => one.updated_at), sorts: ['-updated_at'] },
]

/** The row on narrow screens. */
export const projectCard = (one: ProjectItem) => (
  <>
    <RowTitle to={paths.project(one.id)} isShort>
      {one.title}
    </RowTitle>
    <p className="mt-1 flex items-center gap-2">
      <ProjectStatusChip status={one.status} />
      <TrackerChips project={one} />
      <SentimentBar breakdown={one.sentiment_breakdown} className="h-1.5 w-12" />
      <TimeAgo at={one.updated_at} className="ms-auto text-xs text-faint" />
    </p>
  </>
)

export const projectExportRow = ({
  initiative,
  external_links,
  owner,
  sentiment_breakdown,
  account_reach,
  custom_fields,
  ...one
}: ProjectItem) => ({
  ...one,
  ...exportedFields(custom_fields),
  ...reachExport(account_reach),
  owner: owner?.name,
  ...sentiment_breakdown,
  initiative: initiative?.title,
  external: external_links.map((link) => link.external_url).join(' '),
})
