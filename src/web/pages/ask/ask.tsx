import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import { Page } from '#web/shell/page.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { withKeys } from '#web/ui/with-keys.ts'

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
        <QuestionForm key={question} question={question} onAsk={(q) => setFilters({ q })} />
        <Examples onChoose={(q) => setFilters({ q })} current={question} />
        {isAsked && <QueryState query={query}>{(data) => <AnswerCards answer={data} />}</QueryState>}
      </div>
    </Page>
  )
}

function QuestionForm({ question, onAsk }: { question: string; onAsk: (question: string) => void }) {
  const [text, setText] = useState(question)
  return (
    <Form className="flex items-end gap-2 *:first:min-w-0 *:first:flex-1" onSubmit={() => onAsk(text.trim())}>
      <TextField
        label={t('Question')}
        name="q"
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={500}
        autoFocus
      />
      <Button type="submit" variant="primary" disabled={text.trim().length < 2 || text.trim() === question}>
        {t('Ask')}
      </Button>
    </Form>
  )
}

type ExamplesProps = { current: string; onChoose: (question: string) => void }

const Examples = ({ current, onChoose }: ExamplesProps) => (
  <div className="flex flex-wrap items-center gap-2" role="group" aria-label={t('Example questions')}>
    <span className="text-xs text-faint">{t('For example:')}</span>
    {examples
      .filter((example) => example !== current)
      .map((example) => (
        <Button key={example} size="sm" lang="en" onClick={() => onChoose(example)}>
          {example}
        </Button>
      ))}
  </div>
)

/** How the question was read. */
function Understood({ topic, filters }: Answer['understood']) {
  const labels = [...(topic === null ? [] : [`“${topic}”`]), ...filters.map(({ label }) => label)]
  if (labels.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-xs text-faint" role="group" aria-label={t('Understood as')}>
      {t('Understood as')}
      {labels.map((label) => (
        <span key={label} lang="en">
          <Chip>{label}</Chip>
        </span>
      ))}
    </p>
  )
}

function AnswerCards({ answer: found }: { answer: Answer }) {
  const { answer, citations, insight_count, understood, language_model, reason } = found
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
      <Card
        title={t('Answer')}
        note={
          <>
            {t('{count, one {# insight} other {# insights}}', { count: insight_count })}{' '}
            <WrittenByModel model={language_model} />
          </>
        }
      >
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
