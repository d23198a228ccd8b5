import type { Db } from '#store/open.ts'
import { redacted, type WordColumn } from '#store/table/erase.ts'
import { referenceColumns, wordColumns } from './columns.ts'
import { erasedReference, type Identifiers, mapStrings } from '#domain/sources/contacts/identifiers.ts'
import { lockTexts, type TextColumn, type TextRow, type TextTable, updateTexts } from './queries-records.ts'

/** What happens to the person's own words: removed, or kept with the person's identifiers masked. */
export type TextMode = 'removed' | 'masked'
export type ErasureRules = { mode: TextMode; identifiers: Identifiers }

const textTables = {
  feedback: { table: 'feedback', by: 'id', key: 't.id::text' },
  support_ticket: { table: 'support_ticket', by: 'id', key: 't.id::text', hasUpdatedAt: true },
  support_message: { table: 'support_message', by: 'ticket_id', key: 't.id::text', hasUpdatedAt: true },
  nps_response: { table: 'nps_response', by: 'id', key: 't.id::text', hasUpdatedAt: true },
  survey_response: { table: 'survey_response', by: 'id', key: 't.id::text', hasUpdatedAt: true },
  survey_answer: {
    table: 'survey_answer',
    by: 'response_id',
    key: "t.response_id || ' ' || t.question_id",
  },
  interview_segment: {
    table: 'interview_segment',
    by: 'interview_id',
    key: "t.interview_id || ' ' || t.position",
  },
  insight: { table: 'insight', by: 'id', key: 't.id::text', hasUpdatedAt: true },
} as const satisfies Record<string, TextTable>
export type TextTableName = keyof typeof textTables

const messagesById: TextTable = { ...textTables.support_message, by: 'id' }

type Erased = { table: TextTable; name: TextTableName; rules: ErasureRules; ids: readonly string[] }

/** The texts of the records with these ids, and their ids at the source. */
export const eraseTextsOf = (
  db: Db,
  org: string,
  name: TextTableName,
  { ids, rules }: { ids: readonly string[]; rules: ErasureRules },
) => eraseTexts(db, org, { table: textTables[name], name, rules, ids })

export const eraseMessages = (db: Db, org: string, ids: readonly string[], rules: ErasureRules) =>
  eraseTexts(db, org, { table: messagesById, name: 'support_message', rules, ids })

const storedTypes = { text: 'text', url: 'text', 'text[]': 'text[]', jsonb: 'jsonb', answer: 'jsonb' } as const

async function eraseTexts(db: Db, org: string, { table, name, rules, ids }: Erased) {
  if (ids.length === 0) return
  const words = wordColumns(name)
  const references = referenceColumns(name)
  const columns: TextColumn[] = [
    ...words.map(([column, { type }]) => ({ name: column, type: storedTypes[type] })),
    ...references.map((column) => ({ name: column, type: 'text' as const })),
  ]
  const rows = (await lockTexts(db, org, table, { ids, columns })).map((row): TextRow => {
    const erased: TextRow = { row_key: row.row_key }
    for (const [column, kind] of words) erased[column] = erasedWords(row[column], kind, rules)
    for (const column of references) erased[column] = withoutIdentifier(row[column], rules.identifiers)
    return erased
  })
  await updateTexts(db, org, table, { ids, columns, rows })
}

function erasedWords(value: unknown, kind: WordColumn, { mode, identifiers }: ErasureRules): unknown {
  if (value === null || value === undefined) return null
  if (mode === 'masked') return maskedWords(value, kind, identifiers)
  return kind.type === 'answer' ? removedAnswer(value) : kind.removed
}

function maskedWords(value: unknown, { type }: WordColumn, { mask, maskOwn }: Identifiers): unknown {
  if (type !== 'url') return mapStrings(value, mask)
  return maskOwn(String(value)) === value ? value : null
}

const isDate = /^\d{4}-\d\d-\d\d$/

/** Numbers, choices and dates of a survey are counted and stay; what was written in words goes. */
function removedAnswer(value: unknown): unknown {
  return typeof value === 'string' && !isDate.test(value) ? redacted : value
}

function withoutIdentifier(value: unknown, { maskOwn }: Identifiers): unknown {
  return typeof value === 'string' && maskOwn(value) !== value ? erasedReference(value) : value
}
