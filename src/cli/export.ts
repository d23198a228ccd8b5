import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { publicInventory } from '#contract/index.ts'
import { pagingOf } from '#client/fields.ts'
import type { Route } from '#contract/core/route.ts'
import { connectAs } from './connection.ts'
import { csvOf } from './csv.ts'
import { Usage } from './failure.ts'
import { type Io, print } from './io.ts'
import { progressOf } from './progress.ts'
import { jsonOf } from './text.ts'

const needsNothing = ({ query, path }: Route) =>
  !path.includes('{') && (query?.required ?? []).every((name) => 'default' in (query!.properties[name] as object))
/** Every list that can be asked for without knowing anything, by the name of its file. */
const lists = Object.entries(publicInventory as Record<string, Route>)
  .filter(([, route]) => route.method === 'GET' && pagingOf(route) && needsNothing(route))
  .map(([id, { path }]) => ({ id, name: path.slice(1).replaceAll('/', '-') }))

type Sink = { write(text: string): Promise<void>; end(): Promise<void> }

const fileSink = (path: string): Sink => {
  const stream = createWriteStream(path)
  return {
    write: (text) => print(stream, text),
    end: () => new Promise((resolve, reject) => stream.on('error', reject).end(resolve)),
  }
}

/** `earshot export [list … | --all] [--format ndjson|csv] [--out folder]`: each list whole, all of them when none is named. */
export async function exportLists(args: string[], io: Io): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'ndjson' },
      out: { type: 'string' },
      all: { type: 'boolean', default: false },
    },
  })
  const { format, out, all } = values
  if (format !== 'ndjson' && format !== 'csv') throw new Usage('--format takes ndjson or csv')
  const unknown = positionals.find((name) => !lists.some((list) => list.name === name))
  if (unknown) throw new Usage(`there is no list ${unknown}; there are ${lists.map(({ name }) => name).join(', ')}`)
  const wanted = positionals.length ? lists.filter(({ name }) => positionals.includes(name)) : lists
  if (all && positionals.length) throw new Usage('name lists, or say --all')
  if (out === undefined && wanted.length > 1) throw new Usage('say where to: --out folder')
  const calls = await connectAs(io)
  if (out !== undefined) await mkdir(out, { recursive: true })
  const bar = progressOf(io, 'Exporting', wanted.length)
  const counts: Record<string, number> = {}
  for (const [n, { id, name }] of wanted.entries()) {
    const sink: Sink =
      out === undefined
        ? { write: (text) => print(io.stdout, text), end: async () => {} }
        : fileSink(join(out, `${name}.${format}`))
    const write =
      format === 'csv'
        ? csvOf(sink.write)
        : (rows: unknown[]) => sink.write(rows.map((row) => `${jsonOf(row)}\n`).join(''))
    counts[name] = 0
    for await (const page of calls.pages(id, { limit: 100 })) {
      await write(page.data)
      counts[name] += page.data.length
    }
    await sink.end()
    bar.update(n + 1)
  }
  bar.stop()
  if (out !== undefined) await print(io.stdout, `${jsonOf(counts, 2)}\n`)
}
