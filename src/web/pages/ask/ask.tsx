import { latestQuestions } from '#contract/core/conversation.ts'
import { useState } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { language as currentLanguage, t } from '#web/i18n/t.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AnswerCards } from './answer-cards.tsx'

/** Questions are read in these languages, which is not always that of the page. */
const examples = {
  en: ['Top complaints this month', 'Which company is the most unhappy?', 'What do promoters like? With quotes'],
  de: ['Häufigste Beschwerden in diesem Monat', 'Welche Firma ist am unzufriedensten?', 'Was wünschen sich Kunden?'],
}

/** A question and the answer from the insights; every sentence links to its sources. */
export function AskPage() {
  const [{ q = '', previous = '' }, setFilters] = useFilters()
  const question = q.trim()
  const isAsked = question.length > 1
  const input = { q: question, ...(previous && { previous }) }
  const query = useApiQuery('searchAnswer', input, { enabled: isAsked })
  const ask = (next: string) => {
    const turns = [...previous.split('\n'), question].filter(Boolean)
    setFilters({ q: next, previous: latestQuestions(turns) || undefined })
  }
  return (
    <Page title={t('Ask a question')}>
      <div className="grid max-w-3xl gap-5">
        <QuestionForm key={question} question={question} onAsk={ask} />
        <Examples onChoose={(q) => setFilters({ q, previous: undefined })} current={question} />
        {previous && (
          <Conversation turns={previous.split('\n')} onRestart={() => setFilters({ previous: undefined })} />
        )}
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

function Examples({ current, onChoose }: ExamplesProps) {
  const language = currentLanguage() === 'de' ? 'de' : 'en'
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label={t('Example questions')}>
      <span className="text-xs text-faint">{t('For example:')}</span>
      {examples[language]
        .filter((example) => example !== current)
        .map((example) => (
          <Button key={example} size="sm" lang={language} onClick={() => onChoose(example)}>
            {example}
          </Button>
        ))}
    </div>
  )
}

/** The questions before this one, which it may go on with. */
const Conversation = ({ turns, onRestart }: { turns: readonly string[]; onRestart: () => void }) => (
  <div
    className="flex flex-wrap items-center gap-2 text-xs text-faint"
    role="group"
    aria-label={t('Earlier questions')}
  >
    {t('Earlier questions')}: {turns.join(' · ')}
    <Button size="sm" onClick={onRestart}>
      {t('Ask without them')}
    </Button>
  </div>
)
