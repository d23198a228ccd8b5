import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCaptured } from './captured.ts'
import { checkStatement } from './check-statement.ts'
import { statementKey } from './statement-key.ts'
import { violationsOf } from './violations.ts'

const accepted = [
  'select id from feedback where org_id = $1',
  'select id from feedback f where f.org_id = $1::text and f.id in (select feedback_id from insight where org_id = $2)',
  'select f.id from feedback f join insight i on i.org_id = $1 and i.feedback_id = f.id where f.org_id = $2',
  'with f as (select * from feedback where org_id = $1) select * from f',
  'select m.id from membership m join app_user u on u.id = m.user_id',
  'insert into theme (org_id, id, name, updated_at) values ($1, $2, $3, now())',
  'insert into insight_theme (org_id, theme_id, insight_id) select org_id, $2, id from insight where org_id = $1',
  'update theme set updated_at = now(), notes = coalesce($2, notes) where org_id = $1',
  'insert into theme (org_id, updated_at) values ($1, now()) on conflict (org_id) do update set updated_at = excluded.updated_at',
  'insert into theme (org_id, updated_at) values ($1, coalesce($2, now()))',
  'update theme set archived_at = coalesce(archived_at, (select now())) where org_id = $1',
  'update installation set at = case when true then now() end',
]

const refused: [reason: string, text: string][] = [
  ['organization not named: feedback', 'select id from feedback where id = $1'],
  [
    'organization not named: insight i',
    'select 1 from feedback f join insight i on i.org_id = f.org_id where f.org_id = $1',
  ],
  [
    'organization not named: insight i',
    'select 1 from feedback f left join lateral (select 1 from insight i where i.org_id = f.org_id limit 1) x on true where f.org_id = $1',
  ],
  [
    'organization not named: feedback',
    'with recent as (select * from feedback) select * from recent where org_id = $1',
  ],
  ['organization not named: feedback', 'select id from feedback where org_id = $1 or id = $2'],
  ['organization not named: feedback', 'select id from feedback where org_id = any($1)'],
  ['organization not named: insight', 'select id from feedback where org_id = $1 union select id from insight'],
  ['organization not named: insert into theme', 'insert into theme (org_id) select x from unnest($1::text[]) x'],
  [
    'data-modifying CTE: gone',
    'with gone as (delete from theme where org_id = $1 returning id) select count(*) from gone',
  ],
  ['sub-query in INSERT: theme', 'insert into theme (org_id, id) values ($1, (select $2::uuid))'],
  ['sub-query in INSERT: theme', 'insert into theme (org_id, id) values ($1, $2) returning (select now())'],
  [
    'non-immutable function in a write: now() in ON CONFLICT',
    'insert into theme (org_id) values ($1) on conflict (org_id) do update set updated_at = now()',
  ],
  [
    'non-immutable function in a write: json_build_object() in RETURNING',
    `update theme set name = $2 where org_id = $1 returning json_build_object('a', name)`,
  ],
  [
    'non-immutable function in a write: now() in COALESCE',
    'update theme set archived_at = coalesce(archived_at, now()) where org_id = $1',
  ],
  [
    'non-immutable function in a write: time ± interval in UPDATE of a column',
    `update theme set updated_at = updated_at + interval '1 day' where org_id = $1`,
  ],
  ['case x when in UPDATE: name', `update theme set notes = case name when 'a' then 'b' end where org_id = $1`],
  [
    'local table with an organization’s table: installation',
    'select 1 from theme, installation where theme.org_id = $1',
  ],
]

test('a statement that names its organization at every level goes to one shard', () => {
  for (const text of accepted) assert.deepEqual(checkStatement(text), [], text)
})

test('a statement that reaches its organization through a join, or that Citus refuses, is reported', () => {
  for (const [reason, text] of refused)
    assert.deepEqual(
      checkStatement(text).map(({ kind, detail }) => `${kind}: ${detail}`),
      [reason],
      text,
    )
})

test('statements that differ in the number of their parameters or in the length of lists are one', () => {
  assert.equal(
    statementKey('insert into t values ($1, $2),\n ($3, $4), ($5, $6)'),
    statementKey('insert into t values ($7, $8)'),
  )
  assert.notEqual(statementKey('select a from t'), statementKey('select b from t'))
})

test('every statement of the committed list goes to one shard, less the exceptions', () => {
  const statements = readCaptured(['test/sql/statements.jsonl'])
  assert.ok(statements.length > 250, `${statements.length} statements`)
  assert.deepEqual(violationsOf(statements), [])
})
