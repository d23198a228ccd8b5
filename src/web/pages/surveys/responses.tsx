import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** Every response as it was given. */
export function Responses({ survey }: { survey: Out<'getSurvey'> }) {
  const surveyId = survey.id
  const { items, hasNextPage, fetchNextPage } = useList('listSurveyResponses', { surveyId }, { limit: 20 })
  const [going, setGoing] = useState<string>()
  const remove = useCall('deleteSurveyResponse', {
    said: t('The response was deleted'),
    onDone: () => setGoing(undefined),
  })
  const textOf = new Map(survey.questions.map((one) => [one.id, one.text]))
  if (items.length === 0) return <p className="text-sm text-faint">{t('No answers yet')}</p>
  return (
    <>
      {items.map(
        (one) =>
          'answers' in one && (
            <Card
              key={one.id}
              title={
                one.contact ? (
                  <Link to={paths.contact(one.contact.id)} className="hover:underline">
                    {one.contact.name ?? one.contact.email}
                  </Link>
                ) : (
                  t('Somebody')
                )
              }
              note={<TimeAgo at={one.submitted_at} />}
              actions={
                <>
                  {!one.completed && <Chip tone="warn">{t('stopped half way')}</Chip>}
                  <IconButton
                    label={t('Delete this response')}
                    icon={<Trash2 className="size-3.5" />}
                    onClick={() => setGoing(one.id)}
                  />
                </>
              }
            >
              <dl className="grid gap-2">
                {one.answers.map((answer) => (
                  <div key={answer.question_id} className="grid gap-x-4 sm:grid-cols-[220px_minmax(0,1fr)]">
                    <dt className="text-xs leading-5 text-faint">{textOf.get(answer.question_id) ?? answer.key}</dt>
                    <dd className="text-sm break-words">
                      {Array.isArray(answer.value) ? answer.value.join(', ') : String(answer.value ?? '–')}
                    </dd>
                  </div>
                ))}
              </dl>
            </Card>
          ),
      )}
      {hasNextPage && (
        <div className="text-center">
          <Button size="sm" onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
      <Confirm
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        title={t('Delete this response?')}
        note={t('The feedback and the score it became are deleted with it. This cannot be undone.')}
        yes={t('Delete')}
        busy={remove.isPending}
        onYes={() => remove.mutate({ surveyId, responseId: going! })}
      />
    </>
  )
}
