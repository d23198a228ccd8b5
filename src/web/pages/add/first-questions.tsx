import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { language as currentLanguage, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

const AnswerCards = lazy(() =>
  import('#web/pages/ask/answer-cards.tsx').then((page) => ({ default: page.AnswerCards })),
)

/** Questions are read in these languages. Of the last one customers hardly write. */
const questionsOf = {
  en: (theme: string) => [
    `What do customers say about ${theme}?`,
    'What do customers complain about most? With quotes',
    'How much revenue did we lose last year?',
  ],
  de: (theme: string) => [
    `Was sagen Kunden über ${theme}?`,
    'Worüber beschweren sich Kunden am meisten? Mit Zitaten',
    'Wie viel Umsatz haben wir letztes Jahr verloren?',
  ],
}

/** Three questions to one's own data; the answer to the last is that there is none. */
export function FirstQuestions({ theme }: { theme: string }) {
  const [question, setQuestion] = useState('')
  const language = currentLanguage() === 'de' ? 'de' : 'en'
  return (
    <Card
      title={t('Ask your data')}
      note={t(
        'Every sentence of an answer has its quotes. What your data does not say is not answered: try the last one.',
      )}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          {questionsOf[language](theme).map((one) => (
            <Button
              key={one}
              size="sm"
              lang={language}
              aria-pressed={one === question}
              className="h-auto max-w-full py-1 text-start whitespace-normal"
              onClick={() => setQuestion(one)}
            >
              {one}
            </Button>
          ))}
        </div>
        {question !== '' && <FirstAnswer question={question} />}
      </div>
    </Card>
  )
}

function FirstAnswer({ question }: { question: string }) {
  const query = useApiQuery('searchAnswer', { q: question })
  return (
    <QueryState query={query}>
      {(answer) => (
        <Suspense>
          <div className="grid gap-4">
            <AnswerCards answer={answer} />
          </div>
        </Suspense>
      )}
    </QueryState>
  )
}
