import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clientInventory } from '#client/inventory.ts'
import { pagingOf } from '#client/fields.ts'
import type { PageResponse } from '#client/paging.ts'
import type { Route } from '#contract/core/route.ts'
import { connectAs } from './connection.ts'
import { UsageError } from '#client/usage-error.ts'
import { type Io, print } from './io.ts'
import { progressOf } from './progress.ts'
import { jsonOf } from './text.ts'

const hasNoRequiredInput = ({ query, path }: Route) =>
  !path.includes('{') && (query?.required ?? []).every((name) => 'default' in (query!.properties[name] as object))
/** All lists without required parameters, with the name of their file. */
const lists = Object.entries(clientInventory)
  .filter(([, route]) => route.method === 'GET' && pagingOf(route) && hasNoRequiredInput(route))
  .map(([id, { path }]) => ({ id, name: path.slice(1).replaceAll('/', '-') }))

/** What a list adds to its rows on request, and a file should have. */
const included: Readonly<Record<string, object>> = {
  listInsights: { include: ['occurred_at', 'source', 'contact', 'subject', 'subthemes'] },
}

type ExportOptions = { format: 'ndjson' | 'csv'; out?: string; all?: boolean }
type Sink = { write(text: string): Promise<void>; end(): Promise<void> }

const fileSink = (path: string): Sink => {
  const stream = createWriteStream(path)
  return {
    write: (text) => print(stream, text),
    end: () => new Promise((resolve, reject) => stream.on('error', reject).end(resolve)),
  }
}

/** `earshot export [list … | --all] [--format ndjson|csv] [--out folder]`: all lists if none is named. */
export async function exportLists(names: string[], options: ExportOptions, io: Io): Promise<void> {
  const { format, out, selected } = readExportOptions(names, options)
  const calls = await connectAs(io)
  if (out !== undefined) await mkdir(out, { recursive: true })
  const bar = await progressOf(io, 'Exporting', selected.length)
  const counts: Record<string, number> = {}
  for (const [n, { id, name }] of selected.entries()) {
    const sink: Sink =
      out === undefined
        ? { write: (text) => print(io.stdout, text), end: async () => {} }
        : fileSink(join(out, `${name}.${format}`))
    counts[name] = await exportList(calls.pages(id, { limit: 100, ...included[id] }), format, sink)
    bar.update(n + 1)
  }
  bar.stop()
  if (out !== undefined) await print(io.stdout, `${jsonOf(counts, 2)}\n`)
}

function readExportOptions(names: readonly string[], { format, out, all = false }: ExportOptions) {
  const unknown = names.find((name) => !lists.some((list) => list.name === name))
  if (unknown)
    throw new UsageError(`there is no list ${unknown}; available: ${lists.map(({ name }) => name).join(', ')}`)
  if (all && names.length) throw new UsageError('name lists or use --all, not both')
  const selected = names.length ? lists.filter(({ name }) => names.includes(name)) : lists
  if (out === undefined && selected.length > 1) throw new UsageError('--out folder is required for several lists')
  return { format, out, selected } as const
}

async function exportList(pages: AsyncIterable<PageResponse>, format: 'ndjson' | 'csv', sink: Sink): Promise<number> {
  const write =
    format === 'csv'
      ? (await import('./csv.ts')).csvWriter(sink.write)
      : (rows: unknown[]) => sink.write(rows.map((row) => `${jsonOf(row)}\n`).join(''))
  let count = 0
  for await (const page of pages) {
    await write(page.data)
    count += page.data.length
  }
  await sink.end()
  return count
}
