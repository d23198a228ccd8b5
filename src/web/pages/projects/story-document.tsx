import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { sourceLabel } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { SentimentBar } from '#web/ui/badges.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { withKeys } from '#web/ui/with-keys.ts'
import {
  type StorySentence,
  citedIds,
  type Numbers,
  numbersOf,
  type StorySource,
  type ProjectStory,
} from './story-sources.ts'

/** One document: title, summary, findings, quotes, counter-evidence and the numbered sources of all of them. */
export function StoryDocument({ story, sources }: { story: ProjectStory; sources: readonly StorySource[] }) {
  const numbers = numbersOf(sources)
  return (
    <article className="grid max-w-prose gap-5 text-base leading-7" aria-label={t('Evidence story')}>
      <header className="grid gap-2">
        <h3 className="text-xl leading-7 font-semibold text-pretty">{story.title}</h3>
        <StoryStats stats={story.stats} />
      </header>
      <p className="text-pretty">
        {withKeys(story.narrative, ({ text }) => text).map(([key, one]) => (
          <Cited key={key} cited={one} numbers={numbers} />
        ))}
      </p>
      <CitedList title={t('Key findings')} texts={story.key_findings} numbers={numbers} />
      <Quotes quotes={story.quotes} numbers={numbers} />
      <CitedList title={t('Counter-evidence')} texts={story.counter_evidence} numbers={numbers} />
      <Sources sources={sources} />
    </article>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h4 className="text-sm font-semibold text-soft">{title}</h4>
    {children}
  </section>
)

const StoryStats = ({ stats }: { stats: ProjectStory['stats'] }) => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-faint">
    <span>
      {t('{insights} insights from {contacts} contacts', {
        insights: formatNumber(stats.insight_count),
        contacts: formatNumber(stats.contact_count),
      })}
    </span>
    <SentimentBar breakdown={stats.sentiment_breakdown} />
    {stats.sources.slice(0, 4).map(({ source, count }) => (
      <span key={source}>
        {sourceLabel(source)} {formatNumber(count)}
      </span>
    ))}
  </p>
)

type CitedListProps = { title: string; texts: readonly StorySentence[]; numbers: Numbers }

function CitedList({ title, texts, numbers }: CitedListProps) {
  if (texts.length === 0) return null
  return (
    <Section title={title}>
      <ul className="grid list-disc gap-1.5 ps-5">
        {withKeys(texts, ({ text }) => text).map(([key, one]) => (
          <li key={key}>
            <Cited cited={one} numbers={numbers} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Quotes({ quotes, numbers }: { quotes: ProjectStory['quotes']; numbers: Numbers }) {
  if (quotes.length === 0) return null
  return (
    <Section title={t('In their words')}>
      {quotes.map((quote) => (
        <blockquote key={quote.insight_id} className="border-s-[3px] border-accent ps-4">
          “{quote.text}”
          <Citations ids={[quote.insight_id]} numbers={numbers} />
        </blockquote>
      ))}
    </Section>
  )
}

const Sources = ({ sources }: { sources: readonly StorySource[] }) => (
  <Section title={t('Sources')}>
    <ol className="grid gap-1 text-sm leading-5">
      {sources.map(({ number, id, name }) => (
        <li key={id} id={`source-${number}`} className="grid grid-cols-[2.25rem_minmax(0,1fr)]">
          <span className="text-faint tabular-nums">{number}.</span>
          <Link to={paths.insight(id)} className="text-accent-text hover:underline">
            {name ?? t('Insight')}
          </Link>
        </li>
      ))}
    </ol>
  </Section>
)

const Cited = ({ cited, numbers }: { cited: StorySentence; numbers: Numbers }) => (
  <>
    {cited.text}
    <Citations ids={citedIds(cited)} numbers={numbers} />{' '}
  </>
)

/** The numbers of the sources, with a link to each. */
const Citations = ({ ids, numbers }: { ids: readonly string[]; numbers: Numbers }) => (
  <sup className="ms-0.5 text-[10px] leading-none whitespace-nowrap">
    {ids.map((id, n) => (
      <span key={id}>
        {n > 0 && ', '}
        <Link
          to={paths.insight(id)}
          aria-label={t('Source insight {number}', { number: numbers.get(id)! })}
          className="text-accent-text hover:underline"
        >
          {numbers.get(id)}
        </Link>
      </span>
    ))}
  </sup>
)
