import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Calls } from '#client/calls.ts'
import { UsageError } from '#client/usage-error.ts'
import { connectAs } from './connection.ts'
import { type Io, print, readAll } from './io.ts'
import { mappingOf, type Upload } from './import-mapping.ts'
import { jsonOf } from './text.ts'

type AddOptions = { as?: string; source: string; credential?: string[]; dryRun?: boolean; json?: boolean }
type Interview = { title: string | null; interview_date: string | null; format: string; text: string }
type Part = {
  kind: string
  summary: string
  items: string[]
  interview: Interview | null
  table: { missing: string[]; content: string | null } | null
  link: { provider: string; name: string; config: object; credential: string[] } | null
}
/** What was given: its name for people, and its text or file as the server takes it. */
type Given = { name: string; text?: string; content_base64?: string; file_name?: string; file_date?: string }
type Added = { name: string; kind: string; summary: string; added?: unknown }

/** As many as one request takes. */
const batchSize = 500
const today = () => new Date().toISOString().slice(0, 10)

/** `earshot add call.vtt tickets.csv https://apps.apple.com/app/id284882215`; the server says what each is. */
export async function addThings(things: readonly string[], options: AddOptions, io: Io): Promise<void> {
  const given = await Promise.all((things.length === 0 ? ['-'] : things).map((thing) => readThing(thing, io)))
  const calls = await connectAs(io)
  const results: Added[] = []
  for (const one of given) {
    const { name, ...input } = one
    const { parts } = (await calls.call('recognize', { ...input, ...(options.as && { kind: options.as }) })) as {
      parts: Part[]
    }
    for (const part of parts) {
      const added = options.dryRun ? undefined : await store(calls, part, one, options)
      results.push({ name, kind: part.kind, summary: part.summary, ...(added !== undefined && { added }) })
    }
  }
  const lines = results.map(({ name, summary }) => `${name}: ${summary}\n`).join('')
  await print(io.stdout, options.json || !io.isTTY ? `${jsonOf(results, 2)}\n` : lines)
}

async function readThing(thing: string, io: Io): Promise<Given> {
  if (thing === '-') {
    const text = (await readAll(io.stdin)).toString('utf8')
    if (text.trim() === '') throw new UsageError('add needs files, links or a text, as arguments or on stdin')
    return { name: 'stdin', text }
  }
  const found = await stat(thing).catch(() => undefined)
  if (found?.isFile())
    return {
      name: thing,
      content_base64: (await readFile(thing)).toString('base64'),
      file_name: basename(thing),
      file_date: found.mtime.toISOString().slice(0, 10),
    }
  // A name with an ending and no spaces was meant as a file.
  if (found || (!/\s|:\/\//.test(thing) && /^[^?#]*[^/.]\.[a-z]{2,5}$/i.test(thing) && !thing.includes('.com/')))
    throw new UsageError(`${thing} cannot be read`)
  return { name: thing.length > 60 ? `${thing.slice(0, 59)}…` : thing, text: thing }
}

/** Stores a part with the operation for it, and returns what the server says of it. */
function store(calls: Calls, part: Part, given: Given, options: AddOptions): Promise<unknown> {
  if (part.interview) return storeInterview(calls, part.interview)
  if (part.table) return storeTable(calls, part.table, given)
  if (part.link) return connect(calls, part.link, options)
  return storeItems(calls, part.items, options)
}

async function storeItems(calls: Calls, items: readonly string[], { source }: AddOptions) {
  const summary = { received: 0, created: 0, updated: 0, unchanged: 0, failed: 0 }
  for (let start = 0; start < items.length; start += batchSize) {
    const batch = items.slice(start, start + batchSize).map((content) => ({ content, source, dedupe: 'content' }))
    const answer = (await calls.call('bulkFeedback', { items: batch })) as { summary: typeof summary }
    for (const name of Object.keys(summary) as (keyof typeof summary)[]) summary[name] += answer.summary[name]
  }
  return summary
}

async function storeInterview(calls: Calls, { title, interview_date, format, text }: Interview) {
  const { id, participants } = (await calls.call('createInterview', {
    title: title ?? 'Interview',
    interview_date: interview_date ?? today(),
    transcript: { format, text },
  })) as { id: string; participants: unknown }
  return { id, participants }
}

const sentAs = ({ text, content_base64 }: Given) => (text === undefined ? { content_base64 } : { content: text })

/** Columns that the server is not sure of are for a person to map. */
async function storeTable(calls: Calls, { missing, content }: NonNullable<Part['table']>, given: Given) {
  if (missing.length > 0)
    throw new UsageError(
      `${given.name}: ${missing.join(', ')} cannot be told; use earshot import with --map or --date-format`,
    )
  const file_name = (given.file_name ?? 'stdin.csv').replace(/\.\w+$/, '.csv')
  const sent = content === null ? sentAs(given) : { content }
  const table = { file_name, ...sent }
  const upload = (await calls.call('createCsvUpload', table)) as Upload
  await calls.call('updateCsvMapping', { uploadId: upload.id, ...mappingOf(upload, { analyze: true }) })
  const { id, row_count, job_id } = (await calls.call('startCsvUpload', { uploadId: upload.id })) as Upload
  return { id, row_count, job_id }
}

async function connect(
  calls: Calls,
  { provider, name, config, credential: needed }: NonNullable<Part['link']>,
  { credential = [] }: AddOptions,
) {
  const given = Object.fromEntries(credential.map(credentialOf))
  const missing = needed.filter((field) => !(field in given))
  if (missing.length > 0)
    throw new UsageError(`${name} needs ${missing.map((field) => `--credential ${field}=…`).join(' ')}`)
  const ofProvider = Object.fromEntries(needed.map((field) => [field, given[field]]))
  const { id } = (await calls.call('createIntegration', {
    provider,
    name,
    config,
    ...(needed.length > 0 && { credential: ofProvider }),
  })) as { id: string }
  return { id, provider }
}

function credentialOf(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(`--credential expects name=value, not ${pair.split('=')[0]}`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}
