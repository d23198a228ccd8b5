import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#store/ids.ts'
import { type Sql, sql } from '#store/sql.ts'
import { openWorld, type World } from '../world.ts'
import { type Crew, hireCrew } from './crew.ts'
import { examine } from './oracle.ts'
import type { Tenant } from './tenant.ts'

/* The oracle of the crash tests is only worth something if it notices; here the database is damaged behind its back. */

let world: World
let tenant: Tenant
let crew: Crew
before(async () => {
  world = await openWorld()
  const org = await world.org()
  tenant = { org: org.id, key: org.admin.key }
  const { port } = new URL(world.baseUrl)
  crew = await hireCrew({ tenant, port: () => Number(port), seed: 1, size: 4 })
  await crew.acknowledges(250)
  await crew.finish()
})
after(() => world.close())

/** What the oracle says of a damage that is then undone. */
async function findingsAfter(damage: Sql): Promise<string[]> {
  const undo = new Error('undo')
  let findings: string[] = []
  await world.store
    .transaction(async (tx) => {
      assert.equal(await tx.run(damage), 1, 'the damage must be done')
      findings = await examine(tx, tenant.org, crew.ledger)
      throw undo
    })
    .catch((error) => assert.equal(error, undo))
  return findings
}

const first = <T>(items: Iterable<T>, fits: (item: T) => boolean): T =>
  [...items].find(fits) ?? assert.fail('the load made no such thing')
const insight = () =>
  first(crew.ledger.insights.values(), (candidate) => !candidate.deleted && candidate.themes.length > 0)

test('a sound database is found sound', async () => {
  assert.deepEqual(await examine(world.store, tenant.org, crew.ledger), [])
})

type Damage = { name: string; says: RegExp; damage(): Sql }
const mergedTheme = () => first(crew.ledger.themes.values(), (theme) => theme.mergedInto !== null).id
const isTarget = (id: string) => [...crew.ledger.insights.values()].some((other) => other.mergedInto === id)
const movedProject = () => first(crew.ledger.projects.values(), (project) => project.moves > 0).id
const unmergedInsight = () => first(crew.ledger.insights.values(), (one) => !one.deleted && !isTarget(one.id)).id

const damages: Damage[] = [
  {
    name: 'an acknowledged insight that is gone',
    says: /^lost: the insight “.*” was acknowledged and is not there/,
    damage: () => sql`delete from insight where id = ${unmergedInsight()}`,
  },
  {
    name: 'an acknowledged theme that is gone',
    says: /^lost: the theme/,
    damage: () => sql`delete from theme where id = ${mergedTheme()}`,
  },
  {
    name: 'an insight created twice',
    says: /^doubled: 2 insights are called/,
    damage: () => sql`
      insert into insight (org_id, id, name, sentiment, category)
      select org_id, ${newId()}, name, sentiment, category from insight where id = ${insight().id}`,
  },
  {
    name: 'a quote added twice',
    says: /^lost: insight “.*” has the quotes/,
    damage: () => sql`
      insert into quote (org_id, id, insight_id, text, verified)
      select org_id, ${newId()}, insight_id, text, verified from quote where insight_id = ${insight().id} limit 1`,
  },
  {
    name: 'an insight nobody was told of',
    says: /^orphan: nobody was told of the insight “stray”/,
    damage: () => sql`
      insert into insight (org_id, id, name, sentiment, category) values (${tenant.org}, ${newId()}, 'stray', 'NEUTRAL', 'DELIGHTS')`,
  },
  {
    name: 'an acknowledged change that is undone',
    says: /^lost: insight “.*” has description/,
    damage: () => sql`update insight set description = 'as before' where id = ${insight().id}`,
  },
  {
    name: 'a merge that is half undone',
    says: /^lost: theme “.*” has merged_into_id null/,
    damage: () => sql`update theme set merged_into_id = null, archived_at = now() where id = ${mergedTheme()}`,
  },
  {
    name: 'a count that is off by one',
    says: /^wrong count: theme/,
    damage: () => sql`update theme set insight_count = insight_count + 1 where id = ${insight().themes[0]}`,
  },
  {
    name: 'a link that is missing',
    says: /^wrong links: the themes of insight/,
    damage: () =>
      sql`delete from insight_theme where insight_id = ${insight().id} and theme_id = ${insight().themes[0]}`,
  },
  {
    name: 'a list of themes that forgot one',
    says: /^lost: insight “.*” has the themes/,
    damage: () => sql`update insight set theme_ids = '{}' where id = ${insight().id}`,
  },
  {
    name: 'an insight for which no quote speaks',
    says: /^wrong quote: insight “.*” has 0 representative/,
    damage: () =>
      sql`update quote set is_representative = false where insight_id = ${insight().id} and is_representative`,
  },
  {
    name: 'a Build action done twice',
    says: /^lost: project “.*” has moves/,
    damage: () => sql`
      insert into project_status_change (org_id, project_id, id, from_status, to_status, actor_id)
      select org_id, project_id, ${newId()}, from_status, to_status, actor_id from project_status_change where project_id = ${movedProject()} limit 1`,
  },
  {
    name: 'a write that is not on the audit trail',
    says: /^wrong trail: /,
    damage: () => sql`delete from event where resource_id = ${movedProject()} and operation = 'buildProjects.create'`,
  },
  {
    name: 'a stored answer that is gone',
    says: /^lost: no answer is stored for the acknowledged/,
    damage: () => sql`delete from idempotency where key = ${crew.ledger.intents[3]!.key}`,
  },
  {
    name: 'a stored answer that says something else',
    says: /^wrong answer: /,
    damage: () => sql`update idempotency set body = '{}' where key = ${crew.ledger.intents[3]!.key}`,
  },
  {
    name: 'a stored answer nobody was given',
    says: /^orphan: an answer is stored for stray/,
    damage: () => sql`
      insert into idempotency (org_id, key, fingerprint, status, body) values (${tenant.org}, 'stray', '', 200, '{}')`,
  },
]

for (const { name, says, damage } of damages)
  test(`noticed: ${name}`, async () => {
    const findings = await findingsAfter(damage())
    assert.ok(
      findings.some((finding) => says.test(finding)),
      `the oracle said: ${findings.join('\n') || 'nothing'}`,
    )
  })
