import type { Static } from 'typebox'
import type { search } from '#contract/resources/search.ts'
import { groupByWords } from '#engine/group-similar-texts.ts'
import { pluralize } from '#engine/text/pluralize.ts'
import type { CitedInsight } from './queries-answer.ts'

type Citation = Static<(typeof search)['searchAnswer']['result']>['citations'][number]

const maxGroups = 4
const maxCitations = 12

const sentimentNames = { NEGATIVE: 'negative', POSITIVE: 'positive', NEUTRAL: 'neutral' } as const

/** “3 negative, 1 positive”, “all negative”, “negative”. */
function describeSentiment(insights: readonly CitedInsight[]): string {
  const counts = (['NEGATIVE', 'POSITIVE', 'NEUTRAL'] as const)
    .map((sentiment) => ({
      name: sentimentNames[sentiment],
      count: insights.filter((insight) => insight.sentiment === sentiment).length,
    }))
    .filter(({ count }) => count > 0)
  if (counts.length > 1) return counts.map(({ name, count }) => `${count} ${name}`).join(', ')
  return insights.length === 1 ? counts[0]!.name : `all ${counts[0]!.name}`
}

/** Conjunctions and greetings make a poor start of a quote. */
const startsWithFiller = /^(?:and|but|also|so|then|or|by the way|one more thing|hi|hey|hello|dear)\b/i

function readableFirst(group: CitedInsight[]): CitedInsight[] {
  const best = group.findIndex(({ quote }) => quote !== null && !startsWithFiller.test(quote))
  return best > 0 ? [group[best]!, ...group.filter((_, n) => n !== best)] : group
}

/** Adds citations once each and returns their markers, such as `[1][3]`. */
export function createCitations() {
  const citations: Citation[] = []
  const numberOf = (insight: CitedInsight) => {
    const index = citations.findIndex((citation) => citation.id === insight.id)
    if (index >= 0) return index + 1
    const { id, name, quote, feedback_id, start, end } = insight
    return citations.push({ type: 'insight', id, quote: quote ?? name, feedback_id, start, end })
  }
  const cite = (insights: readonly CitedInsight[]) =>
    insights
      .slice(0, Math.max(1, maxCitations - citations.length))
      .map((insight) => `[${numberOf(insight)}]`)
      .join('')
  return { citations, cite }
}

export function composeAnswer(insights: readonly CitedInsight[], contactCount: number) {
  const { citations, cite } = createCitations()
  const largest = groupByWords(insights.map(({ name, quote }) => `${name} ${quote ?? ''}`))
    .map((indexes) => readableFirst(indexes.map((index) => insights[index]!)))
    .sort((a, b) => b.length - a.length)
    .slice(0, maxGroups)
  const from = contactCount ? ` from ${pluralize(contactCount, 'contact')}` : ''
  const verb = insights.length === 1 ? 'speaks' : 'speak'
  const firstOfEach = cite(largest.map((group) => group[0]!))
  const count = pluralize(insights.length, 'insight')
  const opening = `${count}${from} ${verb} of it: ${describeSentiment(insights)} ${firstOfEach}.`
  const sentences = largest.map((group) => {
    const { name, quote } = group[0]!
    return `${pluralize(group.length, 'insight')}: ${name}${quote ? ` (“${quote}”)` : ''} ${cite(group.slice(0, 3))}.`
  })
  return { answer: [opening, ...sentences].join(' '), citations }
}
