import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeLogFor } from '#domain/imports/csv-uploads/jobs/change-log.ts'
import { restoreColumns } from '#domain/imports/csv-uploads/jobs/queries-change-log.ts'
import { rollbackColumns, type TableColumns } from '#domain/imports/csv-uploads/jobs/rollback-columns.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { restoredColumns } from '#store/table/erase.ts'
import { tableDefinitions } from '../../scripts/schema/table-definitions.ts'
import { createFixture, type Fixture } from '../fixtures.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

/* Every column that a table definition says is restored gets back its value before the import. */

let app: TestApp
let org: Org
let fixture: Fixture
before(async () => {
  app = await startTestApp()
  org = await app.org()
  fixture = await createFixture(app, org)
})
after(() => app.close())

const idNames: Record<string, string> = {
  survey_response: 'responseId',
  nps_response: 'npsResponseId',
  support_ticket: 'ticketId',
  feedback: 'feedbackId',
  contact: 'contactId',
  account: 'accountId',
}
/** Values that checks and foreign keys allow; the others are made from the type. */
const allowed = (): Record<string, string> => ({
  contact_id: `'${fixture.source_contact_ids[0]}'`,
  survey_id: `'${fixture.surveyId}'`,
  feedback_id: `'${fixture.feedbackId}'`,
  duplicate_of_id: 'null',
  score: '3',
  priority: "'urgent'",
  'support_ticket.status': "'solved'",
  'feedback_state.status': "'failed'",
  'feedback_state.skip_reason': "'noise'",
  revenue_period: "'month'",
  external_id: "'imported'",
  email: "'imported@example.com'",
})
const byType: Record<string, (name: string) => string> = {
  text: (name) => `coalesce(${name}, '') || 'x'`,
  'text[]': () => `'{imported}'`,
  'uuid[]': () => `array[gen_random_uuid()]`,
  jsonb: () => `'{"imported":1}'`,
  json: () => `'{"imported":1}'`,
  boolean: (name) => `not ${name}`,
  uuid: () => 'gen_random_uuid()',
  bytea: () => String.raw`'\x01'`,
  date: () => `'2001-01-01'`,
  'timestamp(3) with time zone': () => `'2001-01-01'`,
}

async function changedValue(db: Db, { table, columns }: TableColumns, name: string): Promise<string> {
  assert.ok(columns.includes(name))
  const { type } = (await db.first<{ type: string }>(sql`
    select format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attname = ${name}`))!
  const values = allowed()
  return values[`${table}.${name}`] ?? values[name] ?? byType[type]?.(name) ?? '1'
}

const rowOf = async (db: Db, { table, key, columns }: TableColumns, id: string) =>
  (await db.first<Record<string, unknown>>(sql`
    select ${raw(columns.join(', '))} from ${raw(table)} where org_id = ${org.id} and ${raw(key)} = ${id}`))!

/** Tables with columns that callers change, of which an import changes no row. */
const unchangedByImports: Record<string, string> = {
  interview: 'an import creates interviews; a known one stays as it is',
  interview_segment: 'belongs to an interview',
  survey: 'an import creates a survey of its own',
  survey_question: 'belongs to the survey that the import creates',
  survey_answer: 'belongs to a response to that survey',
  support_message: 'a file has no messages',
  quote: 'written by the analysis and by hand',
  comment: 'written by people',
  theme: 'not imported',
  segment: 'not imported',
  context_entry: 'not imported',
  initiative: 'not imported',
  initiative_section: 'not imported',
  project: 'not imported',
  project_section: 'not imported',
  project_link: 'not imported',
}

test('what an import changes is rolled back: every other table says why an import does not change it', async () => {
  const rolledBack = new Set(Object.values(rollbackColumns).flatMap(({ parts }) => parts.map(({ table }) => table)))
  const others = (await tableDefinitions()).filter(
    (table) => restoredColumns(table).length > 0 && !rolledBack.has(table.name),
  )
  assert.deepEqual(others.map(({ name }) => name).sort(), Object.keys(unchangedByImports).sort())
})

test('an import changes every kind of object but surveys, which it creates', () => {
  const unchanged = Object.keys(rollbackColumns).filter((kind) => rollbackColumns[kind]!.parts.length === 0)
  assert.deepEqual(unchanged, ['survey'])
})

for (const [kind, { parts }] of Object.entries(rollbackColumns))
  for (const part of parts)
    test(`${part.table}: ${part.columns.length} columns are restored`, async () => {
      assert.ok(part.columns.length > 0)
      const id: string = fixture[idNames[kind]!]
      const upload = fixture.uploadId
      const { table, key, columns } = part
      await app.store.transaction(
        async (db) => {
          const before = await rowOf(db, part, id)
          const log = changeLogFor(db, org.id, upload)
          await log.changing(kind, [id])
          for (const name of columns)
            await db.run(sql`
              update ${raw(table)} set ${raw(name)} = ${raw(await changedValue(db, part, name))}
              where org_id = ${org.id} and ${raw(key)} = ${id}`)
          await log.close()
          const changed = await rowOf(db, part, id)
          for (const name of columns) assert.notDeepEqual(changed[name], before[name], `${name} was not changed`)
          await restoreColumns(db, { org: org.id, upload }, kind, [id])
          assert.deepEqual(await rowOf(db, part, id), before)
        },
        undefined,
        undefined,
        'rollback',
      )
    })
