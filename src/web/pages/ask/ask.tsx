import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import type { Output } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/use-filters.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { formValues } from '#web/ui/forms/form-dialog.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { EmptyState } from '#web/ui/states.tsx'

type Answer = Output<'searchAnswer'>

/** A question and the answer from the insights; every sentence links to its sources. */
export function Ask() {
  const [{ q = '' }, setFilters] = useFilters()
  const question = q.trim()
  const isAsked = question.length > 1
  const query = useApiQuery('searchAnswer', { q: question }, { enabled: isAsked })
  return (
    <Page title={t('Ask a question')}>
      <div className="grid max-w-3xl gap-5">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            setFilters({ q: formValues(event.currentTarget).q })
          }}
        >
          <div className="min-w-0 flex-1">
            <TextField
              key={question}
              label={t('Question')}
              name="q"
              defaultValue={question}
              maxLength={500}
              autoFocus
            />
          </div>
          <Button type="submit" variant="primary">
            {t('Ask')}
          </Button>
        </form>
        {isAsked && <QueryState query={query}>{(data) => <AnswerCards answer={data} />}</QueryState>}
      </div>
    </Page>
  )
}

function AnswerCards({ answer: { answer, citations, insight_count } }: { answer: Answer }) {
  if (answer === null)
    return (
      <EmptyState
        icon={<MessageCircleQuestion />}
        title={t('No feedback matches this question')}
        note={t('Questions are answered only from your insights.')}
      />
    )
  return (
    <>
      <Card title={t('Answer')} note={t('{count, one {# insight} other {# insights}}', { count: insight_count })}>
        <ul className="grid gap-2 text-base text-soft">
          {sentencesOf(answer).map((sentence) => (
            <li key={sentence}>
              <Sentence text={sentence} citations={citations} />
            </li>
          ))}
        </ul>
      </Card>
      <Citations citations={citations} />
    </>
  )
}

const Citations = ({ citations }: { citations: Answer['citations'] }) => (
  <Card title={t('Quotes')}>
    <ol className="grid list-decimal gap-2 ps-5 text-sm marker:text-faint">
      {citations.map(({ id, quote }) => (
        <li key={id}>
          <Link to={paths.insight(id)} className="hover:underline">
            “{quote}”
          </Link>
        </li>
      ))}
    </ol>
  </Card>
)

/** Splits after the citation marks that end a sentence. */
const sentencesOf = (answer: string) => answer.split(/(?<=\]\.) /)

function Sentence({ text, citations }: { text: string; citations: Answer['citations'] }) {
  return text.split(/(\[\d+\])/).map((part, n) => {
    const cited = /^\[\d+\]$/.test(part) ? citations[Number(part.slice(1, -1)) - 1] : undefined
    if (!cited) return part
    return (
      <Link
        key={n}
        to={paths.insight(cited.id)}
        title={cited.quote}
        className="text-xs text-accent-text hover:underline"
      >
        {part}
      </Link>
    )
  })
}
