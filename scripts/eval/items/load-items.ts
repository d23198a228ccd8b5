import type { Client } from '#client/client.ts'
import type { Item } from './item.ts'
import type { Organization } from './product.ts'

/* Sends items to an organization over HTTP, waits for the analysis and reads the result over HTTP. */

export type FoundInsight = {
  id: string
  name: string
  sentiment: string
  category: string
  quote: string
  /** The position of the quote in the text of its item; 0, 0 without one. */
  start: number
  end: number
  /** Undefined also in a catch-all theme. */
  theme: string | undefined
  subtheme: string | undefined
  aspect: string | null
  /** The version and model of the analysis. */
  analysis: string | null
}
/** `supporting`: members of a subtheme that make the point in its name. */
export type Group = {
  id: string
  name: string
  description: string | null
  insights: FoundInsight[]
  supporting?: number
}
export type LoadedItem = { item: Item; status: string; skipReason: string | null; insights: FoundInsight[] }
export type Loaded = {
  client: Client
  items: LoadedItem[]
  /** Of each item, in the same order. */
  feedbackIds: string[]
  themes: Group[]
  subthemes: Group[]
  seconds: number
}

const rowsPerRequest = 500
const parallelReads = 8
const timeoutMs = 30 * 60_000

export async function loadItems(organization: Organization, items: readonly Item[]): Promise<Loaded> {
  const { client } = organization
  const start = performance.now()
  const feedbackIds = await sendItems(client, items)
  await waitForJobs(client)
  const seconds = Math.round((performance.now() - start) / 1000)
  return readResults(organization, items, { feedbackIds, seconds })
}

/** The insights, themes and subthemes of loaded items once more, after these have changed. */
export const readItemResults = (organization: Organization, { items, feedbackIds, seconds }: Loaded): Promise<Loaded> =>
  readResults(
    organization,
    items.map(({ item }) => item),
    { feedbackIds, seconds },
  )

async function readResults(
  organization: Organization,
  items: readonly Item[],
  { feedbackIds, seconds }: Pick<Loaded, 'feedbackIds' | 'seconds'>,
): Promise<Loaded> {
  const { client } = organization
  const feedback = await readFeedback(client)
  const subthemes = await readSubthemes(client)
  const { byFeedback, byId } = await readInsights(client, subthemes, await organization.catchAllThemes())
  const loaded = items.map((item, n): LoadedItem => {
    const insights = (byFeedback.get(feedbackIds[n]!) ?? []).sort((a, b) => a.start - b.start)
    const { status, skip_reason } = feedback.get(feedbackIds[n]!)!
    return { item, status, skipReason: skip_reason, insights }
  })
  const unfinished = loaded.find(({ status }) => status !== 'analyzed' && status !== 'skipped')
  if (unfinished) throw new Error(`the analysis left item ${unfinished.item.id} as ${unfinished.status}`)
  return {
    client,
    feedbackIds,
    seconds,
    items: loaded,
    themes: await readThemes(client, [...byId.values()]),
    subthemes: subthemes.map(({ insightIds, ...group }) => ({
      ...group,
      insights: insightIds.flatMap((id) => byId.get(id) ?? []),
    })),
  }
}

async function sendItems(client: Client, items: readonly Item[]): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < items.length; at += rowsPerRequest) {
    const part = items.slice(at, at + rowsPerRequest)
    const { results } = await client.bulkFeedback({ items: part.map(rowOf) })
    for (const { id, error, index } of results) {
      if (!id) throw new Error(`item ${part[index]!.id} was refused: ${JSON.stringify(error)}`)
      ids.push(id)
    }
  }
  return ids
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

function rowOf({ text, source, rating, occurred_at, contact }: Item) {
  return {
    content: text,
    source: source ?? 'api',
    source_type: 'feedback' as const,
    analyze: true,
    ...(rating && { rating }),
    ...(occurred_at && { occurred_at: isDay(occurred_at) ? `${occurred_at}T12:00:00Z` : occurred_at }),
    ...(contact && { contact: contactOf(contact) }),
  }
}

const contactOf = ({ email, name, company }: NonNullable<Item['contact']>) => ({
  ...(email && { email }),
  ...(name && { name }),
  ...(company && { company: { name: company } }),
})

/** The synthesis is queued before the last analysis job ends. */
export async function waitForJobs(client: Client) {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    const { data } = await client.listJobs({ status: ['queued', 'running'], limit: 1 })
    if (data.length === 0) return failedJobs(client)
    await client.getJob({ jobId: data[0]!.id, wait: 10 })
  }
  throw new Error(`the analysis did not finish within ${timeoutMs / 60_000} minutes`)
}

async function failedJobs(client: Client) {
  const { data } = await client.listJobs({ status: ['failed', 'cancelled'], limit: 1 })
  if (data.length > 0) throw new Error(`the job ${data[0]!.type} failed: ${data[0]!.error_message}`)
}

export async function collected<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}

const readFeedback = async (client: Client) =>
  new Map((await collected(client.all('listFeedback', { limit: 100 }))).map((feedback) => [feedback.id, feedback]))

async function readSubthemes(client: Client) {
  const list = await collected(client.all('listSubthemes', { limit: 100 }))
  return inParallel(list, async ({ id, name, description, supporting_insight_count: supporting }) => {
    const insights = await collected(client.all('listSubthemeInsights', { subthemeId: id, limit: 100 }))
    return { id, name, description, supporting, insightIds: insights.map((insight) => insight.id) }
  })
}

async function readInsights(
  client: Client,
  subthemes: readonly { id: string; insightIds: readonly string[] }[],
  catchAll: ReadonlySet<string>,
) {
  const subthemeOf = new Map(subthemes.flatMap(({ id, insightIds }) => insightIds.map((insight) => [insight, id])))
  const byFeedback = new Map<string, FoundInsight[]>()
  const byId = new Map<string, FoundInsight>()
  const list = await collected(client.all('listInsights', { limit: 100 }))
  await inParallel(list, async ({ id }) => {
    const insight = await client.getInsight({ insightId: id })
    const { name, sentiment, category, feedback_id, themes } = insight
    const quote = insight.quotes.find((quote) => quote.feedback_id === feedback_id && quote.start !== null)
    const found: FoundInsight = {
      id,
      name,
      sentiment,
      category,
      quote: quote?.text ?? insight.quote ?? '',
      start: quote?.start ?? 0,
      end: quote?.end ?? 0,
      theme: themes.find((theme) => !catchAll.has(theme.id))?.id,
      subtheme: subthemeOf.get(id),
      aspect: insight.aspect,
      analysis: insight.analysis_version,
    }
    byId.set(id, found)
    if (feedback_id) byFeedback.set(feedback_id, [...(byFeedback.get(feedback_id) ?? []), found])
  })
  return { byFeedback, byId }
}

/** Themes that are no catch-all theme, largest first. */
async function readThemes(client: Client, insights: readonly FoundInsight[]): Promise<Group[]> {
  const membersOf = Map.groupBy(insights, ({ theme }) => theme)
  membersOf.delete(undefined)
  const themes = await inParallel([...membersOf], async ([id, members]) => {
    const { name, notes, definition } = await client.getTheme({ themeId: id! })
    return { id: id!, name, description: notes ?? definition, insights: members }
  })
  return themes.sort((a, b) => b.insights.length - a.insights.length || (a.name < b.name ? -1 : 1))
}

async function inParallel<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < list.length; at += parallelReads)
    results.push(...(await Promise.all(list.slice(at, at + parallelReads).map(work))))
  return results
}
