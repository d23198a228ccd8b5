import { maxRecognizedItems, type RecognizedKind, type RecognizedPart } from '#contract/resources/recognition.ts'
import { invalidField } from '#domain/errors.ts'
import { readJsonList } from '#engine/recognition/read-json.ts'
import { isAddress, type RecognizedLink, recognizeLinks } from '#engine/recognition/recognize-links.ts'
import { looksLikeMail, splitItems } from '#engine/recognition/split-items.ts'
import { findTranscript, hasSpeakers, interviewPart } from './interview-part.ts'
import { emptyPart, type UnnamedPart } from './part.ts'
import type { ReadInput } from './read-input.ts'
import { partSummary } from './summary.ts'
import { findTable, looksLikeTable, tablePart } from './table-part.ts'

/** The fields that a provider cannot do without, by its name. */
type CredentialsOf = (provider: string) => string[]

/** What was sent, read as `kind` where one is given. */
export async function recognizeInput(
  input: ReadInput,
  kind: RecognizedKind | undefined,
  credentialsOf: CredentialsOf,
): Promise<RecognizedPart[]> {
  const parts = kind ? await readAs(input, kind, credentialsOf) : await recognizeFreely(input, credentialsOf)
  return parts.map((part) => ({ ...part, summary: partSummary(part) }))
}

const subtitles = new Set(['vtt', 'srt'])
const tables = new Set(['csv', 'tsv', 'tab'])

/** The stricter readings first: links, JSON, transcripts and tables, then items. */
async function recognizeFreely(input: ReadInput, credentialsOf: CredentialsOf): Promise<UnnamedPart[]> {
  const { text, extension } = input
  const links = recognizeLinks(text)
  if (links) return links.map((link) => linkPart(link, credentialsOf))
  const list = readJsonList(text)
  if (list && 'csv' in list) return [tablePart(await findTable(input, list.csv), list.csv)]
  if (list) return [itemsPart(list.texts, input, ['items'])]
  if (subtitles.has(extension)) return [interviewPart(input, await kindsFor(input, 'interview'))]
  if (tables.has(extension)) return [tablePart(await findTable(input), null, ['items'])]
  const transcript = looksLikeMail(text) ? undefined : findTranscript(text)
  if (transcript && hasSpeakers(transcript)) return [interviewPart(input, await kindsFor(input, 'interview'))]
  const table = await looksLikeTable(input)
  if (table) return [tablePart(table, null, await kindsFor(input, 'table'))]
  const items = splitItems(text)
  return [itemsPart(items, input, await kindsFor(input, items.length > 1 ? 'items' : 'item'))]
}

async function readAs(input: ReadInput, kind: RecognizedKind, credentialsOf: CredentialsOf): Promise<UnnamedPart[]> {
  const { text } = input
  if (kind === 'link') {
    const links = recognizeLinks(text, true) ?? invalidField(input.path, 'is not an address')
    return links.map((link) => linkPart(link, credentialsOf))
  }
  const kinds = await kindsFor(input, kind)
  if (kind === 'interview') return [interviewPart(input, kinds)]
  const list = readJsonList(text)
  if (kind === 'table') {
    const csv = list && 'csv' in list ? list.csv : null
    return [tablePart(await findTable(input, csv ?? undefined), csv, kinds)]
  }
  if (kind === 'item') return [itemsPart([text.trim()], input, kinds)]
  return [itemsPart(list && 'texts' in list ? list.texts : splitItems(text, true), input, kinds)]
}

/** Readings that a person may mean instead; each of them works. */
async function kindsFor(input: ReadInput, kind: RecognizedKind): Promise<RecognizedKind[]> {
  const { text } = input
  const possible: Record<RecognizedKind, boolean> = {
    item: text.trim().length <= maxItemLength,
    items: splitItems(text, true).length > 1,
    interview: findTranscript(text) !== undefined,
    table: kind === 'table' || (await looksLikeTable(input)) !== undefined,
    link: isAddress(text),
  }
  return (Object.keys(possible) as RecognizedKind[]).filter((one) => one === kind || possible[one])
}

/** As long as the content of a piece of feedback may be. */
const maxItemLength = 50_000

function itemsPart(items: string[], { path }: ReadInput, kinds: RecognizedKind[]): UnnamedPart {
  if (items.length > maxRecognizedItems)
    invalidField(path, `has ${items.length} items, more than ${maxRecognizedItems}; send them as a table`)
  const long = items.findIndex((item) => item.length > maxItemLength)
  if (long >= 0) invalidField(path, `has an item of more than ${maxItemLength} characters (number ${long + 1})`)
  return { ...emptyPart(items.length > 1 ? 'items' : 'item', kinds), items }
}

const linkPart = (link: RecognizedLink, credentialsOf: CredentialsOf): UnnamedPart => ({
  ...emptyPart('link', ['link']),
  link: { ...link, credential: credentialsOf(link.provider) },
})
