import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { LinksCard } from '#web/ui/lists/card-links.tsx'
import { InboxPreview, LatestCheckin } from './current-work.tsx'
import type { ListFilters } from './list-filters.ts'

type Data = OutputOf<'getDashboard'>
type Props = { data: Data; compared: boolean; listFilters: ListFilters }

const maxRows = 6

/** The cards below the plots. */
export const DashboardCards = ({ data, compared, listFilters }: Props) => (
  <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
    <InboxPreview rows={data.inbox_latest} />
    <ProjectsInProgress projects={data.projects_in_progress} />
    {compared && (
      <>
        <ThemeChanges
          title={t('More negative')}
          themes={data.negative_rising}
          sentiment="NEGATIVE"
          listFilters={listFilters}
        />
        <ThemeChanges
          title={t('More positive')}
          themes={data.positive_rising}
          sentiment="POSITIVE"
          listFilters={listFilters}
        />
        <QuietThemes themes={data.quiet_themes} />
      </>
    )}
    <NewOpportunities opportunities={data.new_opportunities} />
    {data.latest_checkin && <LatestCheckin run={data.latest_checkin} />}
    <NewThemes themes={data.new_themes} />
  </div>
)

const ProjectsInProgress = ({ projects }: { projects: Data['projects_in_progress'] }) => (
  <LinksCard
    title={t('Projects in progress')}
    empty={t('No projects in progress.')}
    rows={projects.slice(0, maxRows).map((one) => ({
      id: one.id,
      to: paths.project(one.id),
      name: one.title,
      end:
        one.evidence_added > 0 ? (
          t('+{count} evidence', { count: one.evidence_added })
        ) : (
          <TimeAgo at={one.updated_at} />
        ),
    }))}
  />
)

type ThemeChangesProps = {
  title: string
  themes: Data['negative_rising']
  sentiment: string
  listFilters: ListFilters
}

const ThemeChanges = ({ title, themes, sentiment, listFilters }: ThemeChangesProps) => (
  <LinksCard
    title={title}
    empty={t('No notable changes.')}
    rows={themes.slice(0, maxRows).map((one) => ({
      id: one.theme_id,
      to: paths.insights({ ...listFilters, theme: one.theme_id, sentiment }),
      name: one.name,
      color: one.color,
      end: (
        <>
          {formatNumber(one.previous)} → <span className="font-medium text-ink">{formatNumber(one.current)}</span>
        </>
      ),
    }))}
  />
)

const QuietThemes = ({ themes }: { themes: Data['quiet_themes'] }) => (
  <LinksCard
    title={t('Inactive themes')}
    empty={t('Every theme has recent insights.')}
    rows={themes.slice(0, maxRows).map((one) => ({
      id: one.theme_id,
      to: paths.theme(one.theme_id),
      name: one.name,
      color: one.color,
      end: <TimeAgo at={one.last_insight_at} />,
    }))}
  />
)

const NewOpportunities = ({ opportunities }: { opportunities: Data['new_opportunities'] }) => (
  <LinksCard
    title={t('New opportunities')}
    empty={t('None in this period.')}
    rows={opportunities.slice(0, maxRows).map((one) => ({
      id: one.id,
      to: paths.opportunity(one.id),
      name: one.title,
      end: t('impact {score}', { score: formatNumber(one.impact_score, 1) }),
    }))}
  />
)

const NewThemes = ({ themes }: { themes: Data['new_themes'] }) => (
  <LinksCard
    title={t('New themes')}
    empty={t('None in this period.')}
    rows={themes.slice(0, maxRows).map((one) => ({
      id: one.theme_id,
      to: paths.theme(one.theme_id),
      name: one.name,
      color: one.color,
      end: formatNumber(one.insight_count),
    }))}
  />
)
