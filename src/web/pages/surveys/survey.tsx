import { useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { show } from '#web/api/cache.ts'
import { call, type Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { save } from '#web/ui/export-menu.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { numberOf, percentOf, TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Preview } from './preview.tsx'
import { Questions } from './questions.tsx'
import { Responses } from './responses.tsx'
import { Results } from './results.tsx'
import { Share } from './share.tsx'
import { SurveyStatus } from './surveys.tsx'

type Detail = Out<'getSurvey'>
const tabs = ['results', 'responses', 'questions', 'share'] as const

export function Survey() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: survey, error, refetch } = useRoute('getSurvey', { surveyId: id })
  const [filters, setFilters] = useFilters()
  const fallback = survey && survey.response_count === 0 ? 'questions' : 'results'
  const tab = tabs.find((one) => one === filters.tab) ?? fallback
  const words = { results: t('Results'), responses: t('Answers'), questions: t('Questions'), share: t('Share') }
  return (
    <Page
      title={survey?.title ?? t('Survey')}
      above={{ label: t('Surveys'), to: paths.surveys }}
      note={survey && <SurveyStatus status={survey.status} />}
      actions={survey && <StatusButtons survey={survey} />}
      toolbar={
        <>
          <Tabs
            label={t('Survey')}
            value={tab}
            onChange={(next) => setFilters({ tab: next })}
            tabs={tabs.map((key) => ({ key, label: words[key] }))}
          />
          {tab === 'results' && <SegmentFilter />}
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('survey')} />
      ) : !survey ? (
        <Loading />
      ) : (
        <div
          className={cx(
            'grid gap-6',
            tab === 'questions' ? 'lg:grid-cols-[minmax(0,1fr)_420px]' : 'lg:grid-cols-[minmax(0,1fr)_280px]',
          )}
        >
          <div className="grid min-w-0 content-start gap-4">
            {tab === 'results' && <Results surveyId={survey.id} segment={filters.segment} />}
            {tab === 'responses' && <Responses survey={survey} />}
            {tab === 'questions' && (
              <>
                <Words survey={survey} />
                <Questions survey={survey} />
              </>
            )}
            {tab === 'share' && <Share survey={survey} />}
          </div>
          {tab === 'questions' ? (
            <div className="min-w-0">
              <div className="sticky top-0">
                <Preview survey={survey} />
              </div>
            </div>
          ) : (
            <div className="grid content-start gap-4">
              <Card title={t('Answers')}>
                <Facts
                  rows={[
                    [t('Answers'), numberOf(survey.response_count)],
                    [t('Completed'), survey.completion_rate === null ? null : percentOf(survey.completion_rate, 1)],
                    survey.last_response_at && [t('Last'), <TimeAgo key="l" at={survey.last_response_at} />],
                    [t('Questions'), numberOf(survey.question_count)],
                  ]}
                />
              </Card>
            </div>
          )}
        </div>
      )}
    </Page>
  )
}

function StatusButtons({ survey }: { survey: Detail }) {
  const update = useCall('updateSurvey', { said: t('Saved') })
  const set = (status: Detail['status']) => update.mutate({ surveyId: survey.id, status })
  return (
    <>
      {survey.response_count > 0 && (
        <Button size="sm" icon={<Download className="size-3.5" />} onClick={() => void saveResponses(survey.id)}>
          CSV
        </Button>
      )}
      {survey.status === 'archived' ? null : survey.status === 'active' ? (
        <Button size="sm" onClick={() => set('closed')}>
          {t('Close survey')}
        </Button>
      ) : (
        <Button size="sm" look="primary" disabled={survey.question_count === 0} onClick={() => set('active')}>
          {t('Open survey')}
        </Button>
      )}
    </>
  )
}

/** All responses as one file, asked for in parts. */
async function saveResponses(surveyId: string) {
  try {
    const parts: string[] = []
    let [name, after]: [string, string | null] = ['survey.csv', null]
    do {
      const part = (await call('exportSurvey', { surveyId, format: 'csv', ...(after && { after }) })) as {
        file_name: string
        content: string
        next_after: string | null
      }
      parts.push(parts.length === 0 ? part.content : part.content.slice(part.content.indexOf('\n') + 1))
      name = part.file_name
      after = part.next_after
    } while (after)
    save(name, 'text/csv', parts.join(''))
  } catch (error) {
    toast({ tone: 'bad', title: sentenceOf(error) })
  }
}

/** The languages in which the page speaks around the questions, each by its own name. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt']
const nameOf = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code

function Words({ survey }: { survey: Detail }) {
  const update = useCall('updateSurvey', { optimistic: ({ surveyId, ...change }) => show([surveyId], change) })
  const set = (change: object) => update.mutate({ surveyId: survey.id, ...change })
  const known = survey.language && !languages.includes(survey.language) ? [...languages, survey.language] : languages
  return (
    <Card title={t('Words')}>
      <div className="grid gap-3">
        <div>
          <InlineText
            label={t('Title')}
            value={survey.title}
            maxLength={200}
            className="text-xl font-semibold"
            onSave={(title) => set({ title })}
          />
          <InlineText
            label={t('Introduction')}
            value={survey.description ?? ''}
            optional
            maxLength={2000}
            placeholder={t('A sentence before the first question')}
            className="text-sm text-soft"
            onSave={(text) => set({ description: text || null })}
          />
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <div className="grid content-start gap-1.5">
            <span aria-hidden className="text-xs font-medium text-soft">
              {t('Thank-you text')}
            </span>
            <InlineText
              label={t('Thank-you text')}
              value={survey.thank_you ?? ''}
              optional
              maxLength={2000}
              placeholder={t('What people read after the last question')}
              className="text-sm"
              onSave={(text) => set({ thank_you: text || null })}
            />
          </div>
          <SelectField
            label={t('Language of the page')}
            value={survey.language ?? ''}
            onChange={(event) => set({ language: event.target.value || null })}
            options={[
              { value: '', label: t('The reader’s own') },
              ...known.map((value) => ({ value, label: nameOf(value) })),
            ]}
            hint={t('What the page says around your questions.')}
          />
        </div>
      </div>
    </Card>
  )
}
