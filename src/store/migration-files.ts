import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'migrations')
/** Only for databases and backups of version 0.1 and of commits between 0.1 and 0.2; never changed again. */
const bridge = join(folder, 'bridge')
/** The last of the migrations that replaced the earlier ones; later migrations add to them. */
const lastBaseline = '0011_search.sql'

export type Migration = { name: string; text: string; checksum: string }

const readMigrations = (from: string, textOf = (text: string) => text): Migration[] =>
  readdirSync(from)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = textOf(readFileSync(join(from, name), 'utf8'))
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

export const migrations = (): Migration[] => readMigrations(folder)

/** Those that made the schema of version 0.2 out of `earlierMigrations`, in its final form. */
export const baselines = (): Migration[] => migrations().filter(({ name }) => name <= lastBaseline)

/** What a paragraph of a migration creates first. */
const created = /^create (?:table|view|function) \w+/m

/**
 * Of commits between version 0.1 and version 0.2. All of them together make the schema of the baselines, and they name
 * what they make to the letter as a baseline does: their texts are complete here, since databases have recorded their
 * checksums.
 */
export function earlierMigrations(): Migration[] {
  const paragraphs = baselines().flatMap(({ text }) => text.trimEnd().split(/\n{2,}/))
  const inBaseline = new Map(paragraphs.map((paragraph) => [created.exec(paragraph)?.[0], paragraph]))
  return readMigrations(bridge, (text) =>
    text.replace(/^-- as in the baseline: (.*)$/gm, (_, object: string) => inBaseline.get(object)!),
  )
}

/** The migrations of version 0.1 with their checksums, and the earlier migrations that replaced them. */
export type LegacyMigrations = { from: Record<string, string>; to: string[] }

export const legacyMigrations = (): LegacyMigrations =>
  JSON.parse(readFileSync(join(bridge, 'from-0.1.json'), 'utf8')) as LegacyMigrations

export const legacyRenames = (): string => readFileSync(join(bridge, 'from-0.1.sql'), 'utf8')
