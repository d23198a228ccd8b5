import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import type { Output } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/use-filters.ts'
import { Page } from '#web/shell/page.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { formValues } from '#web/ui/forms/form-dialog.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { EmptyState } from '#web/ui/states.tsx'

type Answer = Output<'searchAnswer'>

/** Questions are read in English only. */
const examples = ['Top complaints this month', 'Most requested features this quarter', 'What do promoters like?']

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
        {!isAsked && <Examples onChoose={(q) => setFilters({ q })} />}
        {isAsked && <QueryState query={query}>{(data) => <AnswerCards answer={data} />}</QueryState>}
      </div>
    </Page>
  )
}

const Examples = ({ onChoose }: { onChoose: (question: string) => void }) => (
  <div className="flex flex-wrap gap-2" lang="en">
    {examples.map((example) => (
      <Button key={example} onClick={() => onChoose(example)}>
        {example}
      </Button>
    ))}
  </div>
)

/** How the question was read. */
function Understood({ topic, filters }: Answer['understood']) {
  const labels = [...(topic === null ? [] : [`“${topic}”`]), ...filters.map(({ label }) => label)]
  return (
    <div className="flex flex-wrap gap-1.5" role="group" aria-label={t('Understood as')} lang="en">
      {labels.map((label) => (
        <Chip key={label}>{label}</Chip>
      ))}
    </div>
  )
}

function AnswerCards({ answer: { answer, citations, insight_count, understood } }: { answer: Answer }) {
  if (answer === null)
    return (
      <>
        <Understood {...understood} />
        <EmptyState
          icon={<MessageCircleQuestion />}
          title={t('No feedback matches this question')}
          note={t('Questions are answered only from your insights.')}
        />
      </>
    )
  return (
    <>
      <Understood {...understood} />
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
