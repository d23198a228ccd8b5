import { isVerbatim } from '#engine/llm/quoted-parts.ts'
import { groupPoints } from '#llm/group-points.ts'
import type { ModelProvider } from '#llm/provider.ts'
import { answerTokens } from '#llm/request-sizes.ts'
import type { Ask, TaskRequest } from '#llm/tasks/task.ts'
import { unspecificTopics } from '../items/figures.ts'
import type { ItemSet } from '../items/item.ts'
import { clusterScore, purity } from '../scores.ts'
import { pointsOf } from './points.ts'

/* Groups the points of a set with a model at an endpoint, and compares the themes with the labelled topics. */

type Counts = { requests: number; unusable: number; tokens: number; names: number; falseQuotes: number }

const newCounts = (): Counts => ({ requests: 0, unusable: 0, tokens: 0, names: 0, falseQuotes: 0 })

export async function groupSet(set: ItemSet, provider: ModelProvider) {
  const points = pointsOf(set)
  const counts = newCounts()
  const started = performance.now()
  const found = await groupPoints(
    { points, themes: [], subthemes: [] },
    {
      ask: countingAsk(provider, counts),
      contextTokens: provider.contextTokens,
      known: { read: async () => new Map(), write: async () => {} },
    },
  )
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const grouping = found?.grouping ?? { themes: [], subthemes: [], assignments: [] }
  const groupOf = new Map(grouping.assignments.map((one) => [one.insight_id, one]))
  const compared = points.filter(({ topic }) => !unspecificTopics.has(topic))
  const gold = compared.map(({ topic }) => topic)
  /** A point without a group is one of its own. */
  const labels = (kind: 'theme' | 'subtheme') => compared.map(({ id }) => groupOf.get(id)?.[kind] ?? id)
  const kept = grouping.themes.length + grouping.subthemes.length
  const figures = {
    set: set.name,
    points: points.length,
    themes: grouping.themes.length,
    ari: clusterScore(gold, labels('theme')).ari,
    purity: purity(gold, labels('theme')),
    subthemes: grouping.subthemes.length,
    'subtheme ari': clusterScore(gold, labels('subtheme')).ari,
    'with theme %': share(compared.filter(({ id }) => groupOf.get(id)?.theme).length, compared.length),
    'names kept %': share(kept, counts.names),
    'false quotes': counts.falseQuotes,
    requests: counts.requests,
    unusable: counts.unusable,
    tokens: counts.tokens,
    seconds,
  }
  return { figures, grouping }
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10)

function countingAsk(provider: ModelProvider, counts: Counts): Ask {
  const maxTokens = answerTokens(provider.contextTokens)
  return async (request) => {
    counts.requests++
    const { system, prompt, schema } = request
    const completion = await provider.complete({ system, prompt, schema, maxTokens })
    if (completion.status !== 'answered') counts.unusable++
    else {
      counts.tokens += completion.tokens
      countNames(request, completion.answer, counts)
    }
    return completion
  }
}

/** Of the answer as it was written: names, and quotes that are nowhere in the request. */
function countNames({ prompt }: TaskRequest, answer: object, counts: Counts) {
  const { points } = JSON.parse(prompt) as { points: { text: string }[] }
  const { topics = [], subthemes = [] } = answer as Record<string, unknown[]>
  const texts = points.map(({ text }) => text)
  for (const item of [...topics, ...subthemes] as ({ quote?: unknown } | null)[]) {
    counts.names++
    if (!isVerbatim(String(item?.quote), texts)) counts.falseQuotes++
  }
}
