import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Collector, type Review, sourceTypes, type Subject } from './collector.ts'
import { listAt, textAt } from './dig.ts'
import { newestFirst, plainFields, reviewsFrom } from './rows.ts'
import type { Settings } from './settings.ts'
import { Unavailable } from './visits.ts'

/* A folder that reviews are dropped into, as JSON, NDJSON or CSV. A row says whom it is about in `domain` or `competitor`; the others belong to the domain that the file is named after. */

const largestFile = 50 * 1024 * 1024
const readers: Record<string, (text: string) => unknown[]> = {
  '.json': (text) => {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : listAt(value, 'reviews')
  },
  '.ndjson': (text) => linesOf(text).map((line) => JSON.parse(line) as unknown),
  '.jsonl': (text) => linesOf(text).map((line) => JSON.parse(line) as unknown),
  '.csv': (text) =>
    parse(text, {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown[],
}
const linesOf = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

export function fileDrop(name: string, settings: Settings): Collector {
  const folder = settings.text('folder')
  const type = settings.oneOf('source_type', sourceTypes, 'import')
  const [best, worst] = [settings.number('rating_best', 5, 1, 1000), settings.number('rating_worst', 1, -1000, 999)]
  return {
    name,
    type,
    async collect(subject, max) {
      const found: Review[] = []
      for (const file of await filesIn(folder))
        found.push(
          ...reviewsFrom(
            (await rowsOf(file)).filter((row) => isAbout(row, file, subject)),
            plainFields,
            best,
            worst,
          ),
        )
      return { reviews: newestFirst(found).slice(0, max), url: null }
    },
  }
}

/** No folder, no reviews. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => Object.hasOwn(readers, extname(name).toLowerCase()))
    .sort()
    .map((name) => join(folder, name))
}

async function rowsOf(file: string): Promise<unknown[]> {
  if ((await stat(file)).size > largestFile)
    throw new Unavailable(`${basename(file)} is larger than ${largestFile} bytes.`)
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
  try {
    return readers[extname(file).toLowerCase()]!(text)
  } catch {
    throw new Unavailable(`${basename(file)} cannot be read as ${extname(file).slice(1)}.`)
  }
}

function isAbout(row: unknown, file: string, { name, domain }: Subject): boolean {
  const [ownDomain, competitor] = [textAt(row, 'domain'), textAt(row, 'competitor')]
  if (ownDomain !== null) return ownDomain.toLowerCase().replace(/^www\./, '') === domain
  if (competitor !== null) return [name.toLowerCase(), domain].includes(competitor.toLowerCase())
  return basename(file, extname(file)).toLowerCase() === domain
}
