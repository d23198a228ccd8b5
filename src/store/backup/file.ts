import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { createDigester, type Digest } from './digest.ts'
import { DamagedBackupError } from './errors.ts'

/*
 * A backup is a gzip file of lines: a header, then for each table its columns and its rows, then the digests of all
 * rows, then the hash of all lines before. Lines other than rows start with a mark.
 */

export const controlMark = '#'
export const formatVersion = 1

export type BackupHeader = {
  format: number
  version: string
  created_at: string
  migrations: { name: string; checksum: string }[]
  organization?: BackupOrganization
}
/** The organization of a single-organization backup, with its members. */
export type BackupOrganization = { id: string; name: string; people: { id: string; email: string }[] }
export type BackupDigests = { tables: Record<string, Digest>; organizations: Record<string, Digest> }
export type BackupLine =
  | { header: BackupHeader }
  | { table: string; columns: string[] }
  | { ending: BackupDigests }
  | { row: string }

type Control = { header?: BackupHeader; table?: string; columns?: string[]; ending?: BackupDigests; sha256?: string }

/** Compares the hash at the end, so callers must read to the end before they trust the content. */
export async function* readBackup(path: string): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256')
  let isComplete = false
  try {
    for await (const text of readLines(path)) {
      if (isComplete) throw new DamagedBackupError('the backup has data after its end')
      const control = text.startsWith(controlMark) ? (JSON.parse(text.slice(controlMark.length)) as Control) : undefined
      if (control?.sha256 !== undefined) {
        if (control.sha256 !== hash.digest('hex')) throw new DamagedBackupError('the hash of the backup does not match')
        isComplete = true
        continue
      }
      hash.update(`${text}\n`)
      yield control ? controlLine(control) : { row: text }
    }
  } catch (error) {
    throw error instanceof DamagedBackupError || (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? error
      : new DamagedBackupError(`the backup cannot be read to its end (${(error as Error).message})`)
  }
  if (!isComplete) throw new DamagedBackupError('the backup is cut off')
}

async function* readLines(path: string): AsyncGenerator<string> {
  const compressed = createReadStream(path)
  const content = createGunzip()
  compressed.on('error', (error) => content.destroy(error)).pipe(content)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const part of content as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') throw new DamagedBackupError('the backup is cut off inside a line')
}

function controlLine({ header, table, columns, ending }: Control): BackupLine {
  if (header) return { header }
  if (ending) return { ending }
  if (table !== undefined && columns) return { table, columns }
  throw new DamagedBackupError('the backup has a control line of an unknown kind')
}

const organizationOf = (table: string, row: string): string => {
  const { org_id, id } = JSON.parse(row) as { org_id?: string; id?: string }
  return org_id ?? (table === 'organization' ? id! : '')
}

/** Reads a backup to its end and compares the digests of all rows. */
export async function verifyBackup(path: string): Promise<BackupHeader & BackupDigests> {
  const [tables, organizations] = [createDigester(), createDigester()]
  let header: BackupHeader | undefined
  let ending: BackupDigests | undefined
  let table = ''
  for await (const line of readBackup(path)) {
    if ('header' in line) header = line.header
    else if ('table' in line) table = line.table
    else if ('ending' in line) ending = line.ending
    else {
      tables.add(table, line.row)
      organizations.add(organizationOf(table, line.row), line.row)
    }
  }
  if (!header || !ending) throw new DamagedBackupError('the backup has no header or no digests')
  requireEqualDigests(ending.tables, tables.result())
  requireEqualDigests(ending.organizations, organizations.result())
  return { ...header, ...ending }
}

export function requireEqualDigests(expected: Record<string, Digest>, actual: Record<string, Digest>) {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)]))
    if (expected[name]?.hash !== actual[name]?.hash || expected[name]?.rows !== actual[name]?.rows)
      throw new DamagedBackupError(`${name || 'rows without an organization'}: not what was backed up`)
}
