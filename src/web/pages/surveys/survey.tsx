import { useParams } from '@tanstack/react-router'
import { Copy, Trash2 } from 'lucide-react'
import { show } from '#web/api/cache.ts'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { copy } from '#web/ui/copy.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, percentOf, TimeAgo } from '#web/ui/time.tsx'
import { titled } from '#web/words.ts'
import { SurveyStatus } from './surveys.tsx'

type Detail = Out<'getSurvey'>
const kinds = ['open_text', 'nps', 'csat', 'ces', 'rating', 'number', 'boolean', 'date'] as const

export function Survey() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: survey, error, refetch } = useRoute('getSurvey', { surveyId: id })
  return (
    <Page title={survey?.title ?? t('Survey')} above={{ label: t('Surveys'), to: paths.surveys }} note={survey && <SurveyStatus status={survey.status} />} actions={survey && <StatusButtons survey={survey} />}>
      {error ? <ErrorState error={error} retry={refetch} what={t('survey')} /> : !survey ? <Loading /> : <Content survey={survey} />}
    </Page>
  )
}

function StatusButtons({ survey }: { survey: Detail }) {
  const update = useCall('updateSurvey', { said: t('Saved') })
  const set = (status: Detail['status']) => update.mutate({ surveyId: survey.id, status })
  if (survey.status === 'archived') return null
  return survey.status === 'active' ? <Button size="sm" onClick={() => set('closed')}>{t('Close survey')}</Button> : <Button size="sm" look="primary" disabled={survey.question_count === 0} onClick={() => set('active')}>{t('Open survey')}</Button>
}

function Content({ survey }: { survey: Detail }) {
  const update = useCall('updateSurvey', { optimistic: ({ surveyId, ...change }) => show([surveyId], change) })
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-5">
        <div>
          <InlineText label={t('Title')} value={survey.title} maxLength={200} className="text-xl font-semibold" onSave={(title) => update.mutate({ surveyId: survey.id, title })} />
          <InlineText label={t('Description')} value={survey.description ?? ''} optional maxLength={2000} placeholder={t('What do people read first?')} className="text-sm text-soft" onSave={(text) => update.mutate({ surveyId: survey.id, description: text || null })} />
        </div>
        <Questions survey={survey} />
      </div>
      <div className="grid content-start gap-4">
        <Card title={t('Share')}>
          {survey.public_url ? <div className="grid gap-2"><code className="font-mono text-xs break-all">{survey.public_url}</code><Button size="sm" icon={<Copy className="size-3.5" />} onClick={() => void copy(survey.public_url!, t('Link copied'))}>{t('Copy link')}</Button></div> : <p className="text-sm text-faint">{t('Open the survey to get its link.')}</p>}
        </Card>
        <Card title={t('Answers')}><Facts rows={[[t('Answers'), numberOf(survey.response_count)], [t('Completed'), survey.completion_rate === null ? null : percentOf(survey.completion_rate, 1)], survey.last_response_at && [t('Last'), <TimeAgo key="l" at={survey.last_response_at} />]]} /></Card>
      </div>
    </div>
  )
}

function Questions({ survey }: { survey: Detail }) {
  const surveyId = survey.id
  const add = useCall('createSurveyQuestion')
  const remove = useCall('deleteSurveyQuestion', { said: t('The question was removed') })
  const update = useCall('updateSurveyQuestion')
  return (
    <Card title={t('Questions')} flush>
      <ol>
        {survey.questions.map((one, n) => (
          <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <span className="text-xs text-faint tabular-nums">{n + 1}</span>
            <div className="min-w-0 flex-1"><InlineText label={t('Question {number}', { number: n + 1 })} value={one.text} maxLength={1000} className="text-sm font-medium" onSave={(text) => update.mutate({ surveyId, questionId: one.id, text })} />{one.options.length > 0 && <p className="text-xs text-faint">{one.options.map((option) => option.label).join(' · ')}</p>}</div>
            <Chip>{titled(one.type)}</Chip>
            {one.required && <Chip tone="accent">{t('needed')}</Chip>}
            <IconButton label={t('Remove question {number}', { number: n + 1 })} icon={<Trash2 className="size-3.5" />} onClick={() => remove.mutate({ surveyId, questionId: one.id })} />
          </li>
        ))}
      </ol>
      <form className="flex flex-wrap items-end gap-2 border-t border-line p-4" onSubmit={(event) => { event.preventDefault(); const form = event.currentTarget; const { text, type } = Object.fromEntries(new FormData(form)) as Record<string, string>; add.mutate({ surveyId, type: type as 'nps', text: text! }, { onSuccess: () => form.reset() }) }}>
        <div className="min-w-52 flex-1"><TextField label={t('New question')} name="text" required maxLength={1000} /></div>
        <SelectField label={t('Kind')} name="type" options={kinds.map((value) => ({ value, label: titled(value) }))} />
        <Button type="submit" busy={add.isPending}>{t('Add')}</Button>
      </form>
    </Card>
  )
}
