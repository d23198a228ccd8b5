import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { type Digest, digester } from './digest.ts'

/* A backup is packed lines: what it is, then for each table its columns and its rows, then what there should be, then the hash of all that. Lines that are no rows begin with a mark. */

export const mark = '#'
export const format = 1

export type Header = {
  format: number
  version: string
  created_at: string
  migrations: { name: string; checksum: string }[]
  organization?: Organization
}
/** Whose data it is, if it is one organization's, and who had a part in it. */
export type Organization = { id: string; name: string; people: { id: string; email: string }[] }
export type Ending = { tables: Record<string, Digest>; organizations: Record<string, Digest> }
export type Line = { header: Header } | { table: string; columns: string[] } | { ending: Ending } | { row: string }

/** The backup cannot be trusted. */
export class DamagedBackup extends Error {}

type Control = { header?: Header; table?: string; columns?: string[]; ending?: Ending; sha256?: string }

/** Line after line, checked against the hash at the end; what was read is only good when the end is reached. */
export async function* readBackup(path: string): AsyncGenerator<Line> {
  const whole = createHash('sha256')
  let ended = false
  try {
    for await (const text of linesOf(path)) {
      if (ended) throw new DamagedBackup('there is more after the end of the backup')
      const control = text.startsWith(mark) ? (JSON.parse(text.slice(mark.length)) as Control) : undefined
      if (control?.sha256 !== undefined) {
        if (control.sha256 !== whole.digest('hex'))
          throw new DamagedBackup('the backup was changed: its hash does not fit')
        ended = true
        continue
      }
      whole.update(`${text}\n`)
      yield control ? lineOf(control) : { row: text }
    }
  } catch (error) {
    throw error instanceof DamagedBackup || (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? error
      : new DamagedBackup(`the backup cannot be read to its end (${(error as Error).message})`)
  }
  if (!ended) throw new DamagedBackup('the backup breaks off')
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const packed = createReadStream(path)
  const unpacked = createGunzip()
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const part of unpacked as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') throw new DamagedBackup('the backup breaks off in a line')
}

function lineOf({ header, table, columns, ending }: Control): Line {
  if (header) return { header }
  if (ending) return { ending }
  if (table !== undefined && columns) return { table, columns }
  throw new DamagedBackup('the backup holds a line that says nothing')
}

const orgOf = (table: string, row: string): string => {
  const { org_id, id } = JSON.parse(row) as { org_id?: string; id?: string }
  return org_id ?? (table === 'organization' ? id! : '')
}

/** Reads a backup to its end and counts again all that it holds. */
export async function verifyBackup(path: string): Promise<Header & Ending> {
  const [tables, organizations] = [digester(), digester()]
  let header: Header | undefined
  let ending: Ending | undefined
  let table = ''
  for await (const line of readBackup(path)) {
    if ('header' in line) header = line.header
    else if ('table' in line) table = line.table
    else if ('ending' in line) ending = line.ending
    else {
      tables.add(table, line.row)
      organizations.add(orgOf(table, line.row), line.row)
    }
  }
  if (!header || !ending) throw new DamagedBackup('the backup lacks its head or its end')
  requireEqual(ending.tables, tables.result())
  requireEqual(ending.organizations, organizations.result())
  return { ...header, ...ending }
}

export function requireEqual(promised: Record<string, Digest>, found: Record<string, Digest>) {
  for (const name of new Set([...Object.keys(promised), ...Object.keys(found)]))
    if (promised[name]?.hash !== found[name]?.hash || promised[name]?.rows !== found[name]?.rows)
      throw new DamagedBackup(`${name || 'what belongs to no organization'}: not what was backed up`)
}
