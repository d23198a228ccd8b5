import { Link, useNavigate } from '@tanstack/react-router'
import { ClipboardList, Plus } from 'lucide-react'
import type { ItemOf } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { SurveyTabs } from '#web/pages/nps/survey-tabs.tsx'
import { useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { percentOf, TimeAgo } from '#web/ui/time.tsx'

type Survey = ItemOf<'listSurveys'>
const tones = { draft: 'plain', active: 'good', closed: 'warn', archived: 'plain' } as const
export const SurveyStatus = ({ status }: { status: Survey['status'] }) => (
  <Chip tone={tones[status]}>
    {{ draft: t('Draft'), active: t('Active'), closed: t('Closed'), archived: t('Archived') }[status]}
  </Chip>
)

export function Surveys() {
  const [filters, setFilters] = useFilters()
  const list = useList('listSurveys', {})
  const create = () => setFilters({ create: '1' }, { replace: true })
  return (
    <Page
      title={t('Surveys')}
      toolbar={<SurveyTabs tab="surveys" />}
      actions={
        <Button size="sm" look="primary" icon={<Plus className="size-3.5" />} onClick={create}>
          {t('New survey')}
        </Button>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : list.isPending ? (
        <Loading />
      ) : list.items.length === 0 ? (
        <EmptyFirst
          icon={<ClipboardList />}
          title={t('No surveys yet')}
          note={t('Ask by a link or inside a page; what people write becomes feedback.')}
          actions={
            <Button look="primary" onClick={create}>
              {t('New survey')}
            </Button>
          }
        />
      ) : (
        <Card flush>
          <ul>
            {list.items.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-t-0"
              >
                <div className="min-w-0 flex-1">
                  <Link to={paths.survey(one.id)} className="block truncate text-sm font-medium hover:underline">
                    {one.title}
                  </Link>
                  <p className="text-xs text-faint">
                    {t('{count, one {# question} other {# questions}}', { count: one.question_count })} ·{' '}
                    {t('{count, one {# answer} other {# answers}}', { count: one.response_count })}
                    {one.completion_rate !== null && ` · ${percentOf(one.completion_rate, 1)} ${t('completed')}`}
                  </p>
                </div>
                {one.last_response_at && <TimeAgo at={one.last_response_at} className="text-xs text-faint" />}
                <SurveyStatus status={one.status} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {filters.create && <CreateSurvey onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

function CreateSurvey({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCall('createSurvey', { onDone: ({ id }) => void navigate({ to: paths.survey(id) }) })
  const templates = {
    nps: [
      { type: 'nps' as const, text: t('How likely are you to recommend us to a colleague?'), required: true },
      { type: 'open_text' as const, text: t('What is the main reason?') },
    ],
    csat: [
      { type: 'csat' as const, text: t('How satisfied are you?'), required: true },
      { type: 'open_text' as const, text: t('What should we improve?') },
    ],
    empty: [],
  }
  return (
    <Dialog open onClose={onClose} title={t('New survey')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { title, template } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
          create.mutate({ title: title!, questions: templates[template as keyof typeof templates] })
        }}
      >
        <TextField label={t('Title')} name="title" required autoFocus of={['createSurvey', 'title']} />
        <SelectField
          label={t('Begin with')}
          name="template"
          options={[
            { value: 'nps', label: t('NPS and the reason') },
            { value: 'csat', label: t('Satisfaction and what to improve') },
            { value: 'empty', label: t('No questions') },
          ]}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create survey')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
