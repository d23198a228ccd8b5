import type pg from 'pg'
import { describe } from './describe.ts'
import type { Sources } from './row-types.ts'
import type { CapturedStatement } from './statement-key.ts'
import { wrongColumns } from './wrong-rows.ts'

/**
 * Statements whose row type is not at a call that leads to them, such as those that a transaction sends with its begin.
 * More fail the run.
 */
export const maxUnreadableStatements = 15

/** The queue, the library for sign-in, backups and migrations send theirs to the driver. */
const handle = /^src\/store\/open\.ts:/
const hasColumns = /^(select|insert|update|delete|with)\b/i

export type CheckedRows = { wrong: string[]; unreadable: string[]; right: number }

/** Compares the columns that PostgreSQL describes with the row types in the sources. */
export async function checkRows(
  client: pg.Client,
  sources: Sources,
  statements: readonly CapturedStatement[],
): Promise<CheckedRows> {
  const checked: CheckedRows = { wrong: [], unreadable: [], right: 0 }
  for (const { file, text, calls = [] } of statements) {
    if (!hasColumns.test(text) || !calls.some((at) => handle.test(at))) continue
    const fields = await describe(client, text).catch((error: Error) => error.message)
    if (typeof fields === 'string') {
      checked.wrong.push(`${file}: ${fields}\n    ${text}`)
      continue
    }
    if (!fields.length) continue
    const expected = sources.expectedBy(calls)
    if (expected === 'unread') continue
    if (!expected) {
      checked.unreadable.push(`${calls.join(' ') || file}\n    ${text}`)
      continue
    }
    const wrong = wrongColumns(fields, expected)
    if (wrong.length) checked.wrong.push(`${expected.at}: ${wrong.join('; ')}\n    ${text}`)
    else checked.right++
  }
  return checked
}
