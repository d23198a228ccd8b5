import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf, OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

type SurveyDetail = OutputOf<'getSurvey'>
type SurveyResponse = Extract<ItemOf<'listSurveyResponses'>, { answers: unknown }>

export function Responses({ survey }: { survey: SurveyDetail }) {
  const list = useApiList('listSurveyResponses', { surveyId: survey.id }, { limit: 20 })
  const [deletingId, setDeletingId] = useState<string>()
  const remove = useApiMutation('deleteSurveyResponse', {
    successMessage: t('Response deleted'),
    onSuccess: () => setDeletingId(undefined),
  })
  const questions = new Map(survey.questions.map(({ id, text }) => [id, text]))
  if (list.items.length === 0) return <p className="text-sm text-faint">{t('No responses yet')}</p>
  return (
    <>
      {list.items.map(
        (one) =>
          'answers' in one && (
            <ResponseCard key={one.id} response={one} questions={questions} onDelete={() => setDeletingId(one.id)} />
          ),
      )}
      {list.hasNextPage && (
        <div className="text-center">
          <Button size="sm" onClick={() => void list.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
      <Confirm
        open={deletingId !== undefined}
        onClose={() => setDeletingId(undefined)}
        title={t('Delete this response?')}
        note={t('Its feedback and NPS score are deleted too. This cannot be undone.')}
        confirmLabel={t('Delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ surveyId: survey.id, responseId: deletingId! })}
      />
    </>
  )
}

type ResponseCardProps = {
  response: SurveyResponse
  /** Question texts by question id. */
  questions: ReadonlyMap<string, string>
  onDelete: () => void
}

const ResponseCard = ({ response, questions, onDelete }: ResponseCardProps) => (
  <Card
    title={<Respondent contact={response.contact} />}
    note={<TimeAgo at={response.submitted_at} />}
    actions={
      <>
        {!response.completed && <Chip tone="warn">{t('incomplete')}</Chip>}
        <IconButton label={t('Delete this response')} icon={Trash2} op="deleteSurveyResponse" onClick={onDelete} />
      </>
    }
  >
    <dl className="grid gap-2">
      {response.answers.map(({ question_id, key, value }) => (
        <div key={question_id} className="grid gap-x-4 sm:grid-cols-[220px_minmax(0,1fr)]">
          <dt className="text-xs leading-5 text-faint">{questions.get(question_id) ?? key}</dt>
          <dd className="text-sm break-words">{Array.isArray(value) ? value.join(', ') : String(value ?? '–')}</dd>
        </div>
      ))}
    </dl>
  </Card>
)

function Respondent({ contact }: { contact: SurveyResponse['contact'] }) {
  if (!contact) return t('Anonymous')
  return (
    <Link to={paths.contact(contact.id)} className="hover:underline">
      {contact.name ?? contact.email}
    </Link>
  )
}
