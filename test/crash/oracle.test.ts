import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#store/ids.ts'
import { type Sql, sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type Writers, startWriters } from './writers.ts'
import { findInconsistencies } from './oracle.ts'
import type { Tenant } from './tenant.ts'

/* Checks the oracle of the crash tests itself: it must detect damage done directly to the database. */

let app: TestApp
let tenant: Tenant
let writers: Writers
before(async () => {
  app = await startTestApp()
  const org = await app.org()
  tenant = { org: org.id, key: org.admin.key }
  const { port } = new URL(app.baseUrl)
  writers = await startWriters({ tenant, port: () => Number(port), seed: 1, size: 4 })
  await writers.waitForAcknowledged(250)
  await writers.finish()
})
after(() => app.close())

/** The oracle's findings after a statement that is then rolled back. */
async function findingsAfter(damage: Sql): Promise<string[]> {
  const undo = new Error('undo')
  let findings: string[] = []
  await app.store
    .transaction(async (tx) => {
      assert.equal(await tx.run(damage), 1, 'the statement must change one row')
      findings = await findInconsistencies(tx, tenant.org, writers.ledger)
      throw undo
    })
    .catch((error) => assert.equal(error, undo))
  return findings
}

const first = <T>(items: Iterable<T>, matches: (item: T) => boolean): T =>
  [...items].find(matches) ?? assert.fail('the writers created no such object')
const insight = () =>
  first(writers.ledger.insights.values(), (candidate) => !candidate.deleted && candidate.themes.length > 0)

test('reports nothing for a consistent database', async () => {
  assert.deepEqual(await findInconsistencies(app.store, tenant.org, writers.ledger), [])
})

type Damage = { name: string; expected: RegExp; damage(): Sql }
const mergedTheme = () => first(writers.ledger.themes.values(), (theme) => theme.mergedInto !== null).id
const isTarget = (id: string) => [...writers.ledger.insights.values()].some((other) => other.mergedInto === id)
const movedProject = () => first(writers.ledger.projects.values(), (project) => project.moves > 0).id
const unmergedInsight = () => first(writers.ledger.insights.values(), (one) => !one.deleted && !isTarget(one.id)).id

const damages: Damage[] = [
  {
    name: 'a lost insight',
    expected: /^lost: the acknowledged insight “.*” does not exist/,
    damage: () => sql`delete from insight where id = ${unmergedInsight()}`,
  },
  {
    name: 'a lost theme',
    expected: /^lost: the acknowledged theme/,
    damage: () => sql`delete from theme where id = ${mergedTheme()}`,
  },
  {
    name: 'an insight created twice',
    expected: /^duplicated: 2 insights are called/,
    damage: () => sql`
      insert into insight (org_id, id, name, sentiment, category)
      select org_id, ${newId()}, name, sentiment, category from insight where id = ${insight().id}`,
  },
  {
    name: 'a quote added twice',
    expected: /^lost: insight “.*” has the quotes/,
    damage: () => sql`
      insert into quote (org_id, id, insight_id, text, verified)
      select org_id, ${newId()}, insight_id, text, verified from quote where insight_id = ${insight().id} limit 1`,
  },
  {
    name: 'an insight that was never acknowledged',
    expected: /^orphan: the insight “stray” was never acknowledged/,
    damage: () => sql`
      insert into insight (org_id, id, name, sentiment, category) values (${tenant.org}, ${newId()}, 'stray', 'NEUTRAL', 'DELIGHTS')`,
  },
  {
    name: 'a lost update',
    expected: /^lost: insight “.*” has description/,
    damage: () => sql`update insight set description = 'as before' where id = ${insight().id}`,
  },
  {
    name: 'a partly undone merge',
    expected: /^lost: theme “.*” has merged_into_id null/,
    damage: () => sql`update theme set merged_into_id = null, archived_at = now() where id = ${mergedTheme()}`,
  },
  {
    name: 'a count that is off by one',
    expected: /^wrong count: theme/,
    damage: () => sql`update theme set insight_count = insight_count + 1 where id = ${insight().themes[0]}`,
  },
  {
    name: 'a link that is missing',
    expected: /^wrong links: theme_ids of insight/,
    damage: () =>
      sql`delete from insight_theme where insight_id = ${insight().id} and theme_id = ${insight().themes[0]}`,
  },
  {
    name: 'a missing id in theme_ids',
    expected: /^lost: insight “.*” has the themes/,
    damage: () => sql`update insight set theme_ids = '{}' where id = ${insight().id}`,
  },
  {
    name: 'an insight without a representative quote',
    expected: /^wrong quote: insight “.*” has 0 representative/,
    damage: () =>
      sql`update quote set is_representative = false where insight_id = ${insight().id} and is_representative`,
  },
  {
    name: 'a Build action done twice',
    expected: /^lost: project “.*” has moves/,
    damage: () => sql`
      insert into project_status_change (org_id, project_id, id, from_status, to_status, actor_id)
      select org_id, project_id, ${newId()}, from_status, to_status, actor_id from project_status_change where project_id = ${movedProject()} limit 1`,
  },
  {
    name: 'a write without an audit event',
    expected: /^wrong audit log: /,
    damage: () => sql`delete from event where resource_id = ${movedProject()} and operation = 'buildProjects.create'`,
  },
  {
    name: 'a lost stored response',
    expected: /^lost: no response is stored for the acknowledged/,
    damage: () => sql`delete from idempotency where key = ${writers.ledger.intents[3]!.key}`,
  },
  {
    name: 'a changed stored response',
    expected: /^wrong response: /,
    damage: () => sql`update idempotency set body = '{}' where key = ${writers.ledger.intents[3]!.key}`,
  },
  {
    name: 'a stored response that was never acknowledged',
    expected: /^orphan: a response is stored for stray/,
    damage: () => sql`
      insert into idempotency (org_id, key, fingerprint, status, body) values (${tenant.org}, 'stray', '', 200, '{}')`,
  },
]

for (const { name, expected, damage } of damages)
  test(`reports ${name}`, async () => {
    const findings = await findingsAfter(damage())
    assert.ok(
      findings.some((finding) => expected.test(finding)),
      `findings: ${findings.join('\n') || 'none'}`,
    )
  })
