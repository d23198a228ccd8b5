import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Collector, type CollectedReview, type Competitor } from './collector.ts'
import { listAt, textAt } from './json-access.ts'
import { newestReviewsFirst, defaultFields, reviewsFrom } from './review-rows.ts'
import type { CollectorSettings } from './settings.ts'
import { SourceUnavailableError } from './polite-fetcher.ts'
import { reviewSourceTypes } from '#vocabulary/review-sources.ts'

/*
 * Reviews from files in a folder, as JSON, NDJSON or CSV. A row names its competitor in `domain` or `competitor`;
 * other rows belong to the domain in the file name.
 */

const maxFileBytes = 50 * 1024 * 1024
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

export function fileDrop(name: string, settings: CollectorSettings): Collector {
  const folder = settings.text('folder')
  const type = settings.oneOf('source_type', reviewSourceTypes, 'import')
  const [best, worst] = [settings.number('rating_best', 5, 1, 1000), settings.number('rating_worst', 1, -1000, 999)]
  return {
    name,
    type,
    async collect(subject, max) {
      const found: CollectedReview[] = []
      for (const file of await filesIn(folder))
        found.push(
          ...reviewsFrom(
            (await rowsOf(file)).filter((row) => isAbout(row, file, subject)),
            defaultFields,
            best,
            worst,
          ),
        )
      return { reviews: newestReviewsFirst(found).slice(0, max), url: null }
    },
  }
}

/** Empty when the folder does not exist. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => Object.hasOwn(readers, extname(name).toLowerCase()))
    .sort()
    .map((name) => join(folder, name))
}

async function rowsOf(file: string): Promise<unknown[]> {
  if ((await stat(file)).size > maxFileBytes)
    throw new SourceUnavailableError(`${basename(file)} is larger than ${maxFileBytes} bytes.`)
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
  try {
    return readers[extname(file).toLowerCase()]!(text)
  } catch {
    throw new SourceUnavailableError(`${basename(file)} cannot be read as ${extname(file).slice(1)}.`)
  }
}

function isAbout(row: unknown, file: string, { name, domain }: Competitor): boolean {
  const [ownDomain, competitor] = [textAt(row, 'domain'), textAt(row, 'competitor')]
  if (ownDomain !== null) return ownDomain.toLowerCase().replace(/^www\./, '') === domain
  if (competitor !== null) return [name.toLowerCase(), domain].includes(competitor.toLowerCase())
  return basename(file, extname(file)).toLowerCase() === domain
}
