import { Download } from 'lucide-react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { DetailPage } from '#web/shell/details/detail-page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { formatNumber, formatPercent, TimeAgo } from '#web/ui/time.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { exportResponses } from './export-responses.ts'
import { Preview } from './preview.tsx'
import { Questions } from './questions.tsx'
import { Responses } from './responses.tsx'
import { Results } from './results.tsx'
import { Share } from './share.tsx'
import { SurveyStatus } from './survey-status.tsx'
import { SurveyTextsForm } from './survey-texts.tsx'

type SurveyDetail = OutputOf<'getSurvey'>
type Tab = 'results' | 'responses' | 'questions' | 'share'
const tabs: readonly Tab[] = ['results', 'responses', 'questions', 'share']

function useSurveyTab(survey: SurveyDetail | undefined) {
  const [filters] = useFilters()
  const fallback = survey?.response_count === 0 ? 'questions' : 'results'
  return tabs.find((one) => one === filters.tab) ?? fallback
}

export function SurveyPage() {
  const { id } = useRouteParams<'survey'>()
  const query = useApiQuery('getSurvey', { surveyId: id })
  const tab = useSurveyTab(query.data)
  return (
    <DetailPage
      query={query}
      title={query.data?.title ?? t('Survey')}
      what={t('survey')}
      parent={{ label: t('Surveys'), to: paths.surveys() }}
      note={(survey) => <SurveyStatus status={survey.status} />}
      actions={(survey) => <SurveyActions survey={survey} />}
      toolbar={
        <>
          <SurveyViewTabs tab={tab} />
          {tab === 'results' && <SegmentFilter />}
        </>
      }
    >
      {(survey) => (
        <div
          className={cx(
            'grid gap-6',
            tab === 'questions' ? 'lg:grid-cols-[minmax(0,1fr)_420px]' : 'lg:grid-cols-[minmax(0,1fr)_280px]',
          )}
        >
          <div className="grid min-w-0 content-start gap-4">
            <TabContent tab={tab} survey={survey} />
          </div>
          {tab === 'questions' ? <StickyPreview survey={survey} /> : <SurveyFacts survey={survey} />}
        </div>
      )}
    </DetailPage>
  )
}

function SurveyViewTabs({ tab }: { tab: Tab }) {
  const [, setFilters] = useFilters()
  const labels = { results: t('Results'), responses: t('Responses'), questions: t('Questions'), share: t('Share') }
  return (
    <Tabs<Tab>
      label={t('Survey')}
      value={tab}
      onChange={(next) => setFilters({ tab: next })}
      tabs={tabs.map((key) => ({ key, label: labels[key] }))}
    />
  )
}

function TabContent({ tab, survey }: { tab: Tab; survey: SurveyDetail }) {
  const [filters] = useFilters()
  if (tab === 'results') return <Results surveyId={survey.id} segment={filters.segment} />
  if (tab === 'responses') return <Responses survey={survey} />
  if (tab === 'share') return <Share survey={survey} />
  return (
    <>
      <SurveyTextsForm survey={survey} />
      <Questions survey={survey} />
    </>
  )
}

const StickyPreview = ({ survey }: { survey: SurveyDetail }) => (
  <div className="min-w-0">
    <div className="sticky top-0">
      <Preview survey={survey} />
    </div>
  </div>
)

const SurveyFacts = ({ survey }: { survey: SurveyDetail }) => (
  <div className="grid content-start gap-4">
    <Card title={t('Responses')}>
      <DescriptionList
        rows={[
          [t('Responses'), formatNumber(survey.response_count)],
          [t('Completed'), survey.completion_rate === null ? null : formatPercent(survey.completion_rate, 1)],
          survey.last_response_at && [t('Last response'), <TimeAgo key="l" at={survey.last_response_at} />],
          [t('Questions'), formatNumber(survey.question_count)],
        ]}
      />
    </Card>
  </div>
)

function SurveyActions({ survey }: { survey: SurveyDetail }) {
  return (
    <>
      {survey.response_count > 0 && (
        <Button size="sm" icon={Download} onClick={() => void exportResponses(survey.id)}>
          CSV
        </Button>
      )}
      <OpenOrCloseSurvey survey={survey} />
    </>
  )
}

function OpenOrCloseSurvey({ survey }: { survey: SurveyDetail }) {
  const update = useApiMutation('updateSurvey', { successMessage: t('Saved') })
  const setStatus = (status: SurveyDetail['status']) => update.mutate({ surveyId: survey.id, status })
  if (survey.status === 'archived') return null
  if (survey.status === 'active')
    return (
      <Button op="updateSurvey" size="sm" onClick={() => setStatus('closed')}>
        {t('Close survey')}
      </Button>
    )
  return (
    <Button
      op="updateSurvey"
      size="sm"
      variant="primary"
      disabled={survey.question_count === 0}
      onClick={() => setStatus('active')}
    >
      {t('Open survey')}
    </Button>
  )
}
