import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { formatNumber, formatPct } from '#web/ui/time.tsx'

type Question = OutputOf<'summarizeSurvey'>['questions'][number]
type Bar = { key: string; label: string; count: number; pct: number }

/** The answers per question; every bar shows its count and share. */
export function Results({ surveyId, segment }: { surveyId: string; segment: string | undefined }) {
  const { data, error, refetch } = useApiQuery(
    'summarizeSurvey',
    { surveyId, ...(segment && { segment_id: segment }) },
    { keepPrevious: true },
  )
  if (error) return <ErrorState error={error} retry={refetch} what={t('survey')} />
  if (!data) return <Loading />
  if (data.response_count === 0)
    return <EmptyState title={t('No responses yet')} note={t('Share the link to collect responses.')} />
  return data.questions.map((one, n) => (
    <Card
      key={one.question_id}
      title={`${n + 1}. ${one.text}`}
      note={t('{answered} answered, {skipped} skipped', {
        answered: formatNumber(one.answered),
        skipped: formatNumber(one.skipped),
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
        <span className="text-faint">{t('NPS of all responses to this survey')}</span>{' '}
        <strong className="text-lg tabular-nums">{nps.score ?? '–'}</strong>
      </span>
    )
  if (mean !== null)
    return (
      <span className="text-sm">
        <span className="text-faint">{t('average')}</span>{' '}
        <strong className="tabular-nums">{formatNumber(mean, 1)}</strong>{' '}
        <span className="text-faint">{t('median')}</span>{' '}
        <strong className="tabular-nums">{formatNumber(median ?? 0, 1)}</strong>
      </span>
    )
  return null
}

function Answers({ question, surveyId }: { question: Question; surveyId: string }) {
  const bars: Bar[] =
    question.options?.map(({ id, label, count, pct }) => ({ key: id, label, count, pct })) ??
    question.distribution?.map(({ value, count, pct }) => ({
      key: String(value),
      label: formatNumber(value, 1),
      count,
      pct,
    })) ??
    []
  if (bars.length > 0) return <Bars bars={bars} short={question.options === null} />
  if (question.type === 'open_text') return <TextAnswers question={question} surveyId={surveyId} />
  return question.earliest ? (
    <p className="text-sm text-soft">
      {question.earliest} – {question.latest}
    </p>
  ) : (
    <p className="text-sm text-faint">{t('No responses yet')}</p>
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
          {formatNumber(count)} · {formatPct(pct)}
        </span>
      </li>
    ))}
  </ul>
)

type Answer = { responseId: string; text: string; feedbackId: string | null; author: string | null | undefined }

/** The latest answers to an open question. */
function useTextAnswers(surveyId: string, questionKey: string): Answer[] {
  const { data } = useApiQuery('listSurveyResponses', { surveyId, question_key: questionKey, limit: 5 })
  return (data?.data ?? []).flatMap((response) =>
    'answers' in response
      ? response.answers
          .filter(({ key, value }) => key === questionKey && typeof value === 'string')
          .map(({ value, feedback_id }) => ({
            responseId: response.id,
            text: String(value),
            feedbackId: feedback_id,
            author: response.contact?.name ?? response.contact?.email,
          }))
      : [],
  )
}

function TextAnswers({ question, surveyId }: { question: Question; surveyId: string }) {
  const answers = useTextAnswers(surveyId, question.key)
  return (
    <div className="grid gap-3">
      {question.top_themes && question.top_themes.length > 0 && <TopThemes themes={question.top_themes} />}
      <ul className="grid gap-2">
        {answers.map((answer) => (
          <TextAnswer key={answer.responseId} answer={answer} />
        ))}
      </ul>
    </div>
  )
}

const TopThemes = ({ themes }: { themes: NonNullable<Question['top_themes']> }) => (
  <p className="flex flex-wrap gap-1.5">
    {themes.map((theme) => (
      <Link key={theme.id} to={paths.theme(theme.id)}>
        <Chip color={theme.color}>
          {theme.name} {formatNumber(theme.count)}
        </Chip>
      </Link>
    ))}
  </p>
)

const TextAnswer = ({ answer: { text, author, feedbackId } }: { answer: Answer }) => (
  <li className="border-s-2 border-line-strong ps-3 text-sm">
    “{text}”{' '}
    <span className="text-xs text-faint">
      {author}
      {feedbackId && (
        <>
          {' '}
          ·{' '}
          <Link to={paths.inbox({ state: 'all', id: feedbackId })} className="text-accent-text hover:underline">
            {t('in the inbox')}
          </Link>
        </>
      )}
    </span>
  </li>
)
