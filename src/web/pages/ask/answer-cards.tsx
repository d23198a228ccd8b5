import { MessageCircleQuestion } from 'lucide-react'
import type { OutputOf } from '#web/api/client.ts'
import { formatDay } from '#web/ui/time.tsx'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Card } from '#web/ui/card.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { withKeys } from '#web/ui/with-keys.ts'
import { AnswerTable } from './answer-table.tsx'
import { CountedInsights } from './counted-insights.tsx'

type Answer = OutputOf<'searchAnswer'>

/** How the question was read. */
function Understood({ topic, filters, language }: Answer['understood']) {
  const labels = [...(topic === null ? [] : [`“${topic}”`]), ...filters.map(({ label }) => label)]
  if (labels.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-xs text-faint" role="group" aria-label={t('Understood as')}>
      {t('Understood as')}
      {labels.map((label) => (
        <span key={label} lang={language}>
          <Chip>{label}</Chip>
        </span>
      ))}
    </p>
  )
}

export function AnswerCards({ answer: found }: { answer: Answer }) {
  const { answer, citations, understood, language_model, reason, table, comparison } = found
  if (answer === null)
    return (
      <>
        <Understood {...understood} />
        <EmptyState
          icon={<MessageCircleQuestion />}
          title={t('No feedback matches this question')}
          note={reason ?? t('Questions are answered only from your insights.')}
        />
      </>
    )
  return (
    <>
      <Understood {...understood} />
      <Card title={t('Answer')} note={<WrittenByModel model={language_model} />}>
        <ul className="grid gap-2 text-base text-soft" lang={understood.language}>
          {sentencesOf(answer).map((sentence) => (
            <li key={sentence}>
              <Sentence text={sentence} citations={citations} />
            </li>
          ))}
        </ul>
      </Card>
      {table && <AnswerTable table={table} />}
      <Citations citations={citations} />
      <CountedInsights count={found.insight_count} ids={found.insight_ids} />
      {comparison && (
        <CountedInsights count={comparison.insight_count} ids={comparison.insight_ids} period={comparison.label} />
      )}
    </>
  )
}

const sourceOf = ({ person, company, source, occurred_at }: Answer['citations'][number]) =>
  [person, company, source, formatDay(occurred_at)].filter(Boolean).join(' · ')

const Citations = ({ citations }: { citations: Answer['citations'] }) => (
  <Card title={t('Quotes')}>
    <ol className="grid list-decimal gap-2 ps-5 text-sm marker:text-faint">
      {citations.map((citation) => (
        <li key={citation.id}>
          <Link to={paths.insight(citation.id)} className="hover:underline">
            “{citation.quote}”
          </Link>
          <p className="text-xs text-faint">{sourceOf(citation)}</p>
        </li>
      ))}
    </ol>
  </Card>
)

/** Splits after the citation marks that end a sentence. */
const sentencesOf = (answer: string) => answer.split(/(?<=\]\.) /)

function Sentence({ text, citations }: { text: string; citations: Answer['citations'] }) {
  return withKeys(text.split(/(\[\d+\])/), String).map(([key, part]) => {
    const cited = /^\[\d+\]$/.test(part) ? citations[Number(part.slice(1, -1)) - 1] : undefined
    if (!cited) return part
    return (
      <Link
        key={key}
        to={paths.insight(cited.id)}
        title={cited.quote}
        className="text-xs text-accent-text hover:underline"
      >
        {part}
      </Link>
    )
  })
}
