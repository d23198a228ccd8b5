import { Link } from '@tanstack/react-router'
import type { Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf } from '#web/ui/time.tsx'

type Question = Out<'summarizeSurvey'>['questions'][number]
type Bar = { key: string; label: string; count: number; pct: number }

/** What was answered, question by question: bars with their numbers, so that nobody has to guess from a picture. */
export function Results({ surveyId, segment }: { surveyId: string; segment: string | undefined }) {
  const { data, error, refetch } = useRoute(
    'summarizeSurvey',
    { surveyId, ...(segment && { segment_id: segment }) },
    { keep: true },
  )
  if (error) return <ErrorState error={error} retry={refetch} what={t('survey')} />
  if (!data) return <Loading />
  if (data.response_count === 0)
    return <EmptyFirst title={t('No answers yet')} note={t('Share the link; every answer is counted here.')} />
  return data.questions.map((one, n) => (
    <Card
      key={one.question_id}
      title={`${n + 1}. ${one.text}`}
      note={t('{answered} answered, {skipped} skipped', {
        answered: numberOf(one.answered),
        skipped: numberOf(one.skipped),
      })}
      actions={<Figures question={one} />}
    >
      <Answers question={one} surveyId={surveyId} />
    </Card>
  ))
}

function Figures({ question: { nps, mean, median } }: { question: Question }) {
  if (nps)
    return (
      <span className="text-sm">
        <span className="text-faint">NPS</span> <strong className="text-lg tabular-nums">{nps.score ?? '–'}</strong>
      </span>
    )
  if (mean !== null)
    return (
      <span className="text-sm">
        <span className="text-faint">{t('mean')}</span> <strong className="tabular-nums">{numberOf(mean, 1)}</strong>{' '}
        <span className="text-faint">{t('median')}</span>{' '}
        <strong className="tabular-nums">{numberOf(median ?? 0, 1)}</strong>
      </span>
    )
  return null
}

function Answers({ question, surveyId }: { question: Question; surveyId: string }) {
  const bars: Bar[] =
    question.options?.map(({ id, label, count, pct }) => ({ key: id, label, count, pct })) ??
    question.distribution?.map(({ value, count, pct }) => ({
      key: String(value),
      label: numberOf(value, 1),
      count,
      pct,
    })) ??
    []
  if (bars.length > 0) return <Bars bars={bars} short={question.options === null} />
  if (question.type === 'open_text') return <Words question={question} surveyId={surveyId} />
  return question.earliest ? (
    <p className="text-sm text-soft">
      {question.earliest} – {question.latest}
    </p>
  ) : (
    <p className="text-sm text-faint">{t('No answers yet')}</p>
  )
}

const Bars = ({ bars, short }: { bars: Bar[]; short: boolean }) => (
  <ul className="grid gap-1.5">
    {bars.map(({ key, label, count, pct }) => (
      <li
        key={key}
        className={
          short
            ? 'grid grid-cols-[32px_minmax(0,1fr)_92px] items-center gap-3 text-sm'
            : 'grid grid-cols-[minmax(0,150px)_minmax(0,1fr)_92px] items-center gap-3 text-sm'
        }
      >
        <span className="truncate" title={label}>
          {label}
        </span>
        <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${pct}%` }} />
        </span>
        <span className="text-end text-xs text-faint tabular-nums">
          {numberOf(count)} · {numberOf(pct)} %
        </span>
      </li>
    ))}
  </ul>
)

function Words({ question, surveyId }: { question: Question; surveyId: string }) {
  const { data } = useRoute('listSurveyResponses', { surveyId, question_key: question.key, limit: 5 })
  const said =
    data?.data.flatMap((one) =>
      'answers' in one
        ? one.answers
            .filter((answer) => answer.key === question.key && typeof answer.value === 'string')
            .map((answer) => ({
              id: one.id,
              text: String(answer.value),
              feedback: answer.feedback_id,
              who: one.contact?.name ?? one.contact?.email,
            }))
        : [],
    ) ?? []
  return (
    <div className="grid gap-3">
      {question.top_themes && question.top_themes.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {question.top_themes.map((one) => (
            <Link key={one.id} to={paths.theme(one.id)}>
              <Chip color={one.color}>
                {one.name} {numberOf(one.count)}
              </Chip>
            </Link>
          ))}
        </p>
      )}
      <ul className="grid gap-2">
        {said.map((one) => (
          <li key={one.id} className="border-s-2 border-line-strong ps-3 text-sm">
            “{one.text}”{' '}
            <span className="text-xs text-faint">
              {one.who}
              {one.feedback && (
                <>
                  {' '}
                  ·{' '}
                  <Link to={`${paths.inbox}?state=all&id=${one.feedback}`} className="text-accent-text hover:underline">
                    {t('in the inbox')}
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
