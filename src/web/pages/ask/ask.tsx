import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import type { Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'

type Answer = Out<'searchAnswer'>

/** A question, and what the insights say to it; every sentence leads to whoever said so. */
export function Ask() {
  const [{ q = '' }, setFilters] = useFilters()
  const asked = q.trim()
  const { data, error, refetch } = useRoute('searchAnswer', { q: asked }, { enabled: asked.length > 1 })
  return (
    <Page title={t('Ask your feedback')}>
      <div className="grid max-w-3xl gap-5">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            setFilters({ q: String(new FormData(event.currentTarget).get('q')) })
          }}
        >
          <div className="min-w-0 flex-1">
            <TextField key={asked} label={t('Question')} name="q" defaultValue={asked} maxLength={500} autoFocus />
          </div>
          <Button type="submit" look="primary">
            {t('Ask')}
          </Button>
        </form>
        {asked.length > 1 &&
          (error ? <ErrorState error={error} retry={refetch} /> : !data ? <Loading /> : <Said answer={data} />)}
      </div>
    </Page>
  )
}

function Said({ answer: { answer, citations, insight_count } }: { answer: Answer }) {
  if (answer === null)
    return (
      <EmptyFirst
        icon={<MessageCircleQuestion />}
        title={t('Nothing in your feedback speaks of this')}
        note={t('An answer is only given where insights support it.')}
      />
    )
  return (
    <>
      <Card
        title={t('What customers say')}
        note={t('{count, one {# insight} other {# insights}}', { count: insight_count })}
      >
        <ul className="grid gap-2 text-base text-soft">
          {sentencesOf(answer).map((sentence) => (
            <li key={sentence}>
              <Sentence text={sentence} citations={citations} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('In their words')}>
        <ol className="grid list-decimal gap-2 ps-5 text-sm marker:text-faint">
          {citations.map((one) => (
            <li key={one.id}>
              <Link to={paths.insight(one.id)} className="hover:underline">
                “{one.quote}”
              </Link>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}

/** A sentence ends behind its sources. */
const sentencesOf = (answer: string) => answer.split(/(?<=\]\.) /)

function Sentence({ text, citations }: { text: string; citations: Answer['citations'] }) {
  return text.split(/(\[\d+\])/).map((part, n) => {
    const cited = /^\[\d+\]$/.test(part) ? citations[Number(part.slice(1, -1)) - 1] : undefined
    return cited ? (
      <Link
        key={n}
        to={paths.insight(cited.id)}
        title={cited.quote}
        className="text-xs text-accent-text hover:underline"
      >
        {part}
      </Link>
    ) : (
      part
    )
  })
}
