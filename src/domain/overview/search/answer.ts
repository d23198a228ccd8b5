import type { Static } from 'typebox'
import type { search } from '#contract/resources/search.ts'
import type { Ctx } from '#domain/context.ts'
import { verdictOf } from '#domain/overview/dashboard/coverage.ts'
import { groupsOf } from '#engine/groups.ts'
import { wordsOf } from '#engine/words.ts'
import { sourcesOf, type Source, themeNames } from './answer-queries.ts'
import type { Filters } from './filters.ts'
import { speakingOf } from './meaning.ts'
import { inOrder } from './order.ts'
import { findByWords } from './queries.ts'
import { readQuestion } from './question.ts'

type Answer = Static<(typeof search)['searchAnswer']['result']>
type Citation = Answer['citations'][number]

const supportedFrom = 3
const maxGroups = 4
/** From here on a meaning is the one that was asked for, whatever the words. */
const nearEnough = 0.62
/** The same where they are under a theme that the question names. */
const nearInTheme = 0.4
const maxCited = 12
/** Words of a question that ask, and are not what is asked about. */
const asking = new Set(
  wordsOf(
    'what how why when where who which customers users people say think feel want need tell know find mean happen give list show most common main',
  ),
)

/** All of them when there are one or two, else three of five. */
const isAbout = (topic: readonly string[], text: string) => {
  const words = new Set(wordsOf(text))
  const held = topic.filter((word) => words.has(word)).length
  return held > 0 && (topic.length <= 2 ? held === topic.length : held >= Math.ceil(topic.length * 0.6))
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

function mood(sources: readonly Source[]): string {
  const names = { NEGATIVE: 'negative', POSITIVE: 'positive', NEUTRAL: 'neutral' } as const
  const parts = (['NEGATIVE', 'POSITIVE', 'NEUTRAL'] as const).flatMap((sentiment) => {
    const count = sources.filter((source) => source.sentiment === sentiment).length
    return count ? [`${count} ${names[sentiment]}`] : []
  })
  return parts.length === 1
    ? sources.length === 1
      ? parts[0]!.slice(2)
      : `all ${parts[0]!.replace(/^\d+ /, '')}`
    : parts.join(', ')
}

/** Who wishes for something, with however many stars, praises nothing. */
function moodFilters(given: Filters, sentiment: 'POSITIVE' | 'NEGATIVE' | undefined): Filters {
  if (!sentiment || given.sentiment) return given
  return {
    ...given,
    sentiment: [sentiment],
    ...(sentiment === 'POSITIVE' && !given.category && { category: ['DELIGHTS', 'GENERAL_FEEDBACK'] }),
  }
}

/** Themes all words of whose names stand in the question. */
async function themesCalled(db: Ctx['db'], org: string, topic: readonly string[]): Promise<string[]> {
  return (await themeNames(db, org))
    .filter(({ name }) => wordsOf(name).length > 0 && wordsOf(name).every((word) => topic.includes(word)))
    .map(({ id }) => id)
}

/** What the insights say, in their own words; a sentence that nothing supports is not written. */
export async function answerTo({ db, org }: Ctx, q: string, given: Filters): Promise<Answer> {
  const { about: asked, sentiment } = readQuestion(q)
  const filters = moodFilters(given, sentiment)
  const words = [...new Set(wordsOf(asked))]
  const topic = words.filter((word) => !asking.has(word))
  const sought = topic.length ? topic : words
  const hits = (await findByWords(db, org, { any: sought }, { types: ['insight'], filters })).sort(inOrder)
  const near = new Set(await speakingOf(db, org, asked, filters, nearEnough))
  for (const theme_id of given.theme_id ? [] : await themesCalled(db, org, sought))
    for (const id of await speakingOf(db, org, asked, { ...filters, theme_id }, nearInTheme)) near.add(id)
  const found = await sourcesOf(db, org, [...new Set([...hits.map((hit) => hit.id), ...near])])
  const about = found.filter(
    (source) =>
      near.has(source.id) || isAbout(sought, `${source.name} ${source.quote ?? ''} ${source.description ?? ''}`),
  )
  const contact_count = new Set(about.flatMap((source) => source.contact_id ?? [])).size
  const facts = {
    insight_count: about.length,
    contact_count,
    coverage: verdictOf({ insight_count: about.length, contact_count }),
    engine: 'extractive',
  } as const
  if (about.length === 0) return { answer: null, verdict: 'insufficient', citations: [], ...facts }
  const { answer, citations } = tell(about, contact_count)
  return { answer, verdict: about.length >= supportedFrom ? 'supported' : 'partial', citations, ...facts }
}

/** Words that lead over from something else, or greet, are no good beginning. */
const leadsOver = /^(?:and|but|also|so|then|or|by the way|one more thing|hi|hey|hello|dear)\b/i

function readableFirst(group: Source[]): Source[] {
  const best = group.findIndex(({ quote }) => quote !== null && !leadsOver.test(quote))
  return best > 0 ? [group[best]!, ...group.filter((_, n) => n !== best)] : group
}

function tell(about: readonly Source[], contacts: number) {
  const citations: Citation[] = []
  const cite = (sources: readonly Source[]) => {
    const places = sources.slice(0, Math.max(1, maxCited - citations.length)).map((source) => {
      const known = citations.findIndex((citation) => citation.id === source.id)
      return known >= 0
        ? known + 1
        : citations.push({
            type: 'insight',
            id: source.id,
            quote: source.quote ?? source.name,
            feedback_id: source.feedback_id,
            start: source.start,
            end: source.end,
          })
    })
    return places.map((place) => `[${place}]`).join('')
  }
  const groups = groupsOf(about.map((source) => `${source.name} ${source.quote ?? ''}`)).map((places) =>
    readableFirst(places.map((place) => about[place]!)),
  )
  const largest = groups.sort((a, b) => b.length - a.length).slice(0, maxGroups)
  const from = contacts ? ` from ${counted(contacts, 'contact')}` : ''
  const opening = `${counted(about.length, 'insight')}${from} ${about.length === 1 ? 'speaks' : 'speak'} of it: ${mood(about)} ${cite(largest.map((group) => group[0]!))}.`
  const sentences = largest.map(
    (group) =>
      `${counted(group.length, 'insight')}: ${group[0]!.name}${group[0]!.quote ? ` (“${group[0]!.quote}”)` : ''} ${cite(group.slice(0, 3))}.`,
  )
  return { answer: [opening, ...sentences].join(' '), citations }
}
