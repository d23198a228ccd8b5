import { ClipboardList, Plus } from 'lucide-react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { SurveyTabs } from '#web/pages/nps/survey-tabs.tsx'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { formatPercent, TimeAgo } from '#web/ui/time.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { useMay } from '#web/api/may.tsx'
import { CreateSurvey } from './create-survey.tsx'
import { SurveyStatus } from './survey-status.tsx'

type Survey = ItemOf<'listSurveys'>

export function SurveysPage() {
  const [filters, setFilters] = useFilters()
  const list = useApiList('listSurveys', {})
  const may = useMay()
  const create = () => setFilters({ create: '1' }, { replace: true })
  return (
    <Page
      title={t('Surveys')}
      toolbar={<SurveyTabs tab="surveys" />}
      actions={
        <Button op="createSurvey" size="sm" variant="primary" icon={Plus} onClick={create}>
          {t('New survey')}
        </Button>
      }
    >
      <ListState list={list} empty={<NoSurveys onCreate={create} />}>
        <Card flush>
          <ul>
            {list.items.map((survey) => (
              <SurveyRow key={survey.id} survey={survey} />
            ))}
          </ul>
        </Card>
      </ListState>
      {filters.create && may('createSurvey') && (
        <CreateSurvey onClose={() => setFilters({ create: undefined }, { replace: true })} />
      )}
    </Page>
  )
}

const NoSurveys = ({ onCreate }: { onCreate: () => void }) => (
  <EmptyState
    icon={<ClipboardList />}
    title={t('No surveys yet')}
    note={t('Share a link or embed the survey in a page. Text answers become feedback.')}
    actions={
      <Button op="createSurvey" variant="primary" onClick={onCreate}>
        {t('New survey')}
      </Button>
    }
  />
)

const SurveyRow = ({ survey }: { survey: Survey }) => (
  <li className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
    <div className="min-w-0 flex-1">
      <Link to={paths.survey(survey.id)} className="block truncate text-sm font-medium hover:underline">
        {survey.title}
      </Link>
      <p className="text-xs text-faint">
        {t('{count, one {# question} other {# questions}}', { count: survey.question_count })} ·{' '}
        {t('{count, one {# response} other {# responses}}', { count: survey.response_count })}
        {survey.completion_rate !== null && ` · ${formatPercent(survey.completion_rate, 1)} ${t('completed')}`}
      </p>
    </div>
    {survey.last_response_at && <TimeAgo at={survey.last_response_at} className="text-xs text-faint" />}
    <SurveyStatus status={survey.status} />
  </li>
)
