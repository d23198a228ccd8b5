import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import { isVerbatim } from '#engine/llm/quoted-parts.ts'
import { unspecificTopics } from '../items/figures.ts'
import type { ItemSet } from '../items/item.ts'
import {
  collected,
  type FoundInsight,
  type Loaded,
  loadItems,
  readItemResults,
  waitForJobs,
} from '../items/load-items.ts'
import { type MatchedPoint, matchPoints } from '../items/match-points.ts'
import type { EvaluatedOrganization } from '../items/product.ts'
import { clusterScore, purity } from '../scores.ts'

/*
 * Groups a set through the product: items are sent in and analyzed, a model proposes themes, the proposal is applied,
 * and the insights are read again.
 */

type Answer = { topics?: NamedItem[]; subthemes?: NamedItem[] }
type NamedItem = { name?: unknown; quote?: unknown } | null

/** Between two looks at a model that has failed and is asked again later. */
const pauseMs = 5000
const maxPauses = 120

export async function groupInProduct(organization: EvaluatedOrganization, set: ItemSet) {
  const { client } = organization
  const before = await loadItems(organization, set.items)
  const started = performance.now()
  await proposeGroups(client)
  const { tokens_today: tokens, proposal } = await client.getLanguageModel()
  const requests = await collected(client.all('listLanguageModelRequests', { limit: 100 }))
  if (proposal) await client.applyLanguageModelProposal()
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const after = await readItemResults(organization, before)
  const answers = (await organization.modelAnswers()) as Answer[]
  const figures = {
    set: set.name,
    ...groupFigures(before, after),
    ...nameFigures(after, answers),
    requests: requests.length,
    unusable: requests.filter(({ outcome }) => outcome !== 'answered').length,
    tokens,
    seconds,
  }
  return { figures, before, after }
}

async function proposeGroups(client: Client) {
  await client.updateLanguageModel({ grouping: 'propose', tokens_a_day: 100_000_000 })
  for (let pauses = 0; pauses <= maxPauses; pauses++) {
    await waitForJobs(client)
    if ((await client.getLanguageModel()).next_at === null) return
    await sleep(pauseMs)
  }
  throw new Error(`the model could not be asked for ${(pauseMs * maxPauses) / 60_000} minutes`)
}

/** A point without a theme, or that the analysis has not found, is a group of its own. */
function groupFigures(before: Loaded, after: Loaded) {
  const hasTopic = ({ point }: MatchedPoint) => !unspecificTopics.has(point.topic)
  const [old, points] = [before, after].map(({ items }) => matchPoints(items).filter(hasTopic)) as [
    MatchedPoint[],
    MatchedPoint[],
  ]
  const found = points.filter(({ insight }) => insight)
  const gold = (list: readonly MatchedPoint[]) => list.map(({ point }) => point.topic)
  const labels = (list: readonly MatchedPoint[]) => list.map(({ insight }, n) => insight?.theme ?? `alone ${n}`)
  return {
    points: points.length,
    'found %': share(found.length, points.length),
    'ari before': clusterScore(gold(old), labels(old)).ari,
    ari: clusterScore(gold(points), labels(points)).ari,
    'ari of found': clusterScore(gold(found), labels(found)).ari,
    purity: purity(gold(found), labels(found)),
    'assigned %': share(found.filter(({ insight }) => insight!.theme).length, found.length),
  }
}

/** A name is kept if a theme or a subtheme has it; its quote must be words of an insight. */
function nameFigures({ items, themes, subthemes }: Loaded, answers: readonly Answer[]) {
  const written = answers.flatMap((one) => [...(one.topics ?? []), ...(one.subthemes ?? [])])
  const names = new Set([...themes, ...subthemes].map(({ name }) => name))
  const kept = written.filter((item) => names.has(String(item?.name)))
  const quotes = items.flatMap(({ insights }) => insights.map(textOf))
  const isProven = (name: string) => kept.some((item) => item?.name === name && isVerbatim(String(item.quote), quotes))
  const fromModel = new Set(kept.map((item) => String(item!.name)))
  return {
    themes: themes.length,
    subthemes: subthemes.length,
    'names kept %': share(kept.length, written.length),
    'unverified quotes': [...fromModel].filter((name) => !isProven(name)).length,
  }
}

const textOf = ({ quote, name }: FoundInsight) => quote || name

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10)
