import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceFiles } from './import-graph.ts'
import { tableDefinitions, tableOwners, tables, type TableWrite, tableWrites } from './table-writes.ts'

/*
 * A table belongs to the slice with its definition (`table.ts`), or to the only slice that inserts its rows; no other
 * slice writes it (docs/decisions/0002-layers-and-slices.md).
 */

/** Code that works on the tables of all slices: it has their names from the definitions or from the database. */
const acrossTables: Record<string, string> = {
  'demo/': 'loads and removes an organization',
  'domain/organizations/deletion/': 'deletes an organization and the accounts of its members',
  'domain/imports/csv-uploads/jobs/queries-change-log.ts': 'restores the values before an import',
  'domain/overview/erasure/': 'removes the words of a person wherever the definitions say they can be',
  'store/': 'restores backups and moved databases, seals columns; it is below the slices',
  'worker/retention.ts': 'deletes rows by their age',
}

/** Writes of another slice's table, each with the reason why the owner cannot have it. */
const exceptions: { by: string; tables: string; reason: string }[] = [
  {
    by: 'domain/ranking/',
    tables: 'initiative opportunity project subtheme theme',
    reason: 'counts and scores of what rests on insights; findings change them and are below planning',
  },
  {
    by: 'domain/segmentation/queries.ts',
    tables: 'contact insight',
    reason: 'segment_ids follows the rules; sources and findings evaluate them and are above',
  },
  {
    by: 'domain/sources/accounts/queries-companies.ts',
    tables: 'contact',
    reason: 'the company of a contact is that of its account; contacts are written through accounts and are above',
  },
  {
    by: 'domain/findings/insights/links/queries.ts',
    tables: 'theme',
    reason: 'insight_count is the third copy of a link; themes group insights and are above',
  },
  {
    by: 'domain/findings/insights/links/queries-subthemes.ts',
    tables: 'subtheme_insight',
    reason: 'insights that leave a theme leave its subthemes, which are above',
  },
  {
    by: 'domain/findings/insights/queries.ts',
    tables: 'initiative_insight opportunity_insight project_insight subtheme_insight',
    reason: 'merged insights hand on their links; plans and subthemes are above',
  },
  {
    by: 'domain/findings/segments/queries.ts',
    tables: 'initiative_segment opportunity_segment',
    reason: 'an archived segment leaves the plans, which are above',
  },
  {
    by: 'domain/sources/contacts/queries-merge.ts',
    tables: 'feedback feedback_state insight nps_response support_ticket survey_response',
    reason: 'merged contacts hand on their records, which are above',
  },
  {
    by: 'domain/access/members/queries.ts',
    tables: 'invitation',
    reason: 'the invitations of a member who leaves end; invitations create members and are above',
  },
  {
    by: 'api/auth/auth-config.ts',
    tables: 'app_user user_account user_session user_verification',
    reason: 'better-auth writes with statements of its own',
  },
]

const server = sourceFiles.filter(({ path }) => !/^(web|client|cli|mcp)\//.test(path))
const definitions = tableDefinitions(server)
const writes = server.flatMap((file) => tableWrites(file, definitions))

/** Across the tables anything; an exception inserts no rows. */
const isAllowed = ({ path, table, isInsert }: TableWrite) =>
  Object.keys(acrossTables).some((start) => path.startsWith(start)) ||
  (!isInsert && exceptions.some((one) => path.startsWith(one.by) && one.tables.split(' ').includes(table)))

const owners = tableOwners(definitions, writes, isAllowed)
const isForeign = ({ table, path }: TableWrite, of = owners) =>
  !of.get(table)?.some((folder) => path.startsWith(`${folder}/`))

/** Tables with two owners, and writes of others. */
function foreignWrites(all: readonly TableWrite[]): string[] {
  const found = tableOwners(definitions, all, isAllowed)
  const shared = [...found].filter(([, folders]) => folders.length > 1)
  const strays = all.filter((write) => !isAllowed(write) && isForeign(write, found))
  return [
    ...shared.map(([table, folders]) => `${table}: ${folders.join(', ')}`),
    ...strays.map(
      ({ table, path, line }) => `${path}:${line} writes ${table} of ${found.get(table) ?? 'no known slice'}`,
    ),
  ]
}

test('a table has one slice, which alone writes it', () => {
  assert.deepEqual(foreignWrites(writes), [])
})

test('every table has a slice', () => {
  assert.ok(tables.size > 90, String(tables.size))
  assert.deepEqual(
    [...tables].filter((table) => !owners.has(table)),
    [],
  )
  assert.deepEqual(owners.get('insight'), ['domain/findings/insights'])
  assert.deepEqual(owners.get('quote'), ['domain/findings/insights'])
  assert.deepEqual(owners.get('worker_heartbeat'), ['worker'])
  assert.deepEqual(owners.get('csv_import_change'), ['domain/imports/csv-uploads'])
})

test('the rules and exceptions are needed, and few', () => {
  assert.ok(exceptions.length <= 10)
  const foreign = writes.filter((write) => isForeign(write))
  assert.deepEqual(
    Object.keys(acrossTables).filter((start) => !foreign.some(({ path }) => path.startsWith(start))),
    [],
  )
  assert.deepEqual(
    exceptions.flatMap(({ by, tables: names }) =>
      names.split(' ').filter((name) => !foreign.some(({ path, table }) => path.startsWith(by) && table === name)),
    ),
    [],
  )
})

test('the check sees writes in SQL, in fragments, by derived writers and of tables in variables', () => {
  const path = 'domain/sources/nps/queries-planted.ts'
  const planted = (text: string, at = path) =>
    foreignWrites([...writes, ...tableWrites({ path: at, text }, definitions)])
  const found = (line: number, table: string, owner: string) => [`${path}:${line} writes ${table} of ${owner}`]
  const insights = 'domain/findings/insights'
  assert.deepEqual(planted('sql`update nps_response set score = 1`'), [])
  assert.deepEqual(planted('sql`select 1 from insight for no key update of insight`'), [])
  assert.deepEqual(planted('// update insight set name = null'), [])
  assert.deepEqual(planted('sql`update insight i set name = null`'), found(1, 'insight', insights))
  assert.deepEqual(planted('sql`\n  delete from insight where id = 1`'), found(2, 'insight', insights))
  assert.deepEqual(
    planted('sql`with x as (insert into insight (id) values (1)) update nps_response set score = 1`'),
    found(1, 'insight', insights),
  )
  for (const writer of ['recordWrites', 'insertRow', 'textlessAssignments'])
    assert.deepEqual(planted(`const writes = ${writer}(insightTable)`), found(1, 'insight', insights))
  assert.deepEqual(planted("for (const table of ['theme']) sql`update ${raw(table)} set name = ''`"), [
    ...found(1, 'theme', 'domain/findings/themes'),
  ])
  assert.deepEqual(planted('sql`delete from ${given}`'), found(1, '${given}', 'no known slice'))
  assert.deepEqual(planted('sql`insert into evidence_story (id) values (1)`'), [
    'evidence_story: domain/planning/projects, domain/sources/nps',
  ])
  assert.deepEqual(
    planted('sql`insert into theme (id) values (1)`', exceptions[2]!.by).length,
    1,
    'an exception inserts',
  )
})
