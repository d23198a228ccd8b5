import { slugOf } from '#engine/slug.ts'
import type { Db } from '#store/open.ts'
import { redacted } from '#store/table/erase.ts'
import type { ErasureRules } from './erase-texts.ts'
import { mapTexts, redactDocument, wordPattern, lowerCaseWords } from '#domain/sources/contacts/identifiers.ts'
import {
  type GeneratedRow,
  type GeneratedTable,
  generatedTables,
  listGenerated,
  listOwnTexts,
  listWordsOfNoOther,
  lockGenerated,
  lockSnapshots,
  lockStories,
  type StoredStory,
  updateGenerated,
  updateMoves,
  updateStory,
} from './queries-generated.ts'
import type { OwnRecords } from './queries-person.ts'

/** Bounds the statement; the words of one person's feedback repeat. */
const maxWords = 50_000

/** The words of the person's texts, before they are removed. */
export async function listOwnWords(db: Db, org: string, own: OwnRecords): Promise<ReadonlySet<string>> {
  const words = new Set<string>()
  for (const text of await listOwnTexts(db, org, own))
    for (const word of lowerCaseWords(text)) if (words.size < maxWords) words.add(word)
  return words
}

type Generated = { own: OwnRecords; rules: ErasureRules; ownWords: ReadonlySet<string> }

/** Masks the person in generated texts; returns the ids of what has changed, for the copies of it. */
export async function eraseGenerated(db: Db, org: string, { own, rules, ownWords }: Generated): Promise<string[]> {
  const changed: string[] = []
  const rare = await listRareWords(db, org, { own, rules, ownWords })
  const clean = cleaner(rules, rare)
  for (const table of generatedTables) {
    const traces = await listTraces(db, org, table, rare)
    const before = await lockGenerated(db, org, table, { insights: own.insights, ids: traces })
    const after = before.map((row) => cleanRow(table, row, clean)).filter((row) => row !== undefined)
    if (after.length) await updateGenerated(db, org, table, after)
    if (table === 'opportunity') await renameInSnapshots(db, org, { before, after, clean })
    changed.push(...after.map(({ id }) => id))
  }
  for (const story of await lockStories(db, org, own.insights)) {
    await updateStory(db, org, cleanStory(story, new Set(own.insights), clean))
    changed.push(story.key)
  }
  return changed
}

/** Words of the person's identifiers that nobody else used; where their words are removed, of their texts too. */
async function listRareWords(db: Db, org: string, { own, rules, ownWords }: Generated): Promise<ReadonlySet<string>> {
  const rare = new Set<string>()
  const pending = [...new Set([...rules.identifiers.words, ...(rules.mode === 'removed' ? ownWords : [])])]
  const batch = 1000
  for (let n = 0; n < pending.length; n += batch)
    for (const word of await listWordsOfNoOther(db, org, pending.slice(n, n + batch), own.insights)) rare.add(word)
  return rare
}

/** Rows that name the person although no insight links them: an insight was moved, or its theme merged. */
async function listTraces(db: Db, org: string, table: GeneratedTable, rare: ReadonlySet<string>): Promise<string[]> {
  const rows = rare.size ? await listGenerated(db, org, table) : []
  return rows.filter(({ text }) => lowerCaseWords(text).some((word) => rare.has(word))).map(({ id }) => id)
}

type Clean = (text: string) => string

const cleaner =
  ({ identifiers }: ErasureRules, rare: ReadonlySet<string>): Clean =>
  (text) =>
    identifiers.maskUnmistakable(text).replace(wordPattern, (word) => (rare.has(word.toLowerCase()) ? redacted : word))

function cleanRow(table: GeneratedTable, row: GeneratedRow, clean: Clean): GeneratedRow | undefined {
  const { id, slug, ...texts } = row
  const cleaned = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text === null ? null : clean(text)]),
  )
  if (Object.entries(texts).every(([name, text]) => cleaned[name] === text)) return undefined
  // Names of themes are unique.
  if (table === 'theme' && cleaned.name !== texts.name) cleaned.name = `${cleaned.name} ${id.slice(-6)}`
  if (table !== 'opportunity') return { id, ...cleaned }
  return { id, ...cleaned, slug: cleaned.title === texts.title ? slug! : slugOf(cleaned.title!, id) }
}

type Renamed = { before: readonly GeneratedRow[]; after: readonly GeneratedRow[]; clean: Clean }

/** A snapshot has the titles of its time. */
async function renameInSnapshots(db: Db, org: string, { before, after, clean }: Renamed) {
  const ids = new Set(before.map(({ id }) => id))
  const titles = new Map(after.map(({ id, title }) => [id, title!]))
  if (ids.size === 0) return
  for (const { id, moves } of await lockSnapshots(db, org, [...ids])) {
    const renamed = moves.map(({ opportunity_id = '', title = '', ...move }) => ({
      ...move,
      opportunity_id,
      title: ids.has(opportunity_id) ? (titles.get(opportunity_id) ?? clean(title)) : title,
    }))
    await updateMoves(db, org, { id, moves: renamed })
  }
}

const withoutQuotations = (text: string) => text.replace(/“[^”]*”/g, `“${redacted}”`)

/** A part that only insights of the person support is redacted; one that others support too loses its quotations. */
function cleanStory({ key, title, ...parts }: StoredStory, own: ReadonlySet<string>, clean: Clean): StoredStory {
  const cleanPart = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleanPart)
    if (value === null || typeof value !== 'object') return mapTexts(value, clean)
    const cited = citedInsights(value)
    if (!cited.some((id) => own.has(id))) return mapTexts(value, clean)
    if (cited.every((id) => own.has(id))) return redactDocument(value)
    return mapTexts(value, (text) => withoutQuotations(clean(text)))
  }
  return {
    key,
    title: clean(String(title)),
    narrative: cleanPart(parts.narrative),
    key_findings: cleanPart(parts.key_findings),
    quotes: cleanPart(parts.quotes),
    counter_evidence: cleanPart(parts.counter_evidence),
  }
}

const citedInsights = (item: object): string[] => {
  const { insight_id, insight_ids } = item as { insight_id?: string; insight_ids?: string[] }
  return [...(insight_ids ?? []), ...(insight_id === undefined ? [] : [insight_id])]
}
