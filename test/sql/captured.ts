import { readFileSync } from 'node:fs'
import { type CapturedStatement, statementKey } from './statement-key.ts'

/** The distinct statements of files with one JSON object per line, sorted by source file and text. */
export function readCaptured(paths: readonly string[]): CapturedStatement[] {
  const byKey = new Map<string, CapturedStatement>()
  for (const path of paths)
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const statement = JSON.parse(line) as CapturedStatement
      const key = statementKey(statement.text)
      const known = byKey.get(key)
      if (!known || sortKey(statement) < sortKey(known)) byKey.set(key, statement)
    }
  return [...byKey.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

const sortKey = ({ file, text }: CapturedStatement) => `${file} ${text}`
