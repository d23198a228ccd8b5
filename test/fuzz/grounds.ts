import { randomUUID } from 'node:crypto'
import { revokeKey } from '#domain/account/keys/records.ts'
import { changeOrganization } from '#domain/account/organizations/queries.ts'
import { sql } from '#store/sql.ts'
import { makeFixture } from '../fixtures.ts'
import { type Org, openWorld, type World } from '../world.ts'
import { type Operation, readDocument } from './document.ts'
import type { Identity } from './drafts.ts'
import { IdRef, KnownIds, type Whose } from './ids.ts'
import { spoken } from './values.ts'

/** Two organizations full of data; every text of the other one holds a marker that nobody of the first may ever see. Nobody works their jobs off. */
export async function openGrounds() {
  // A connection for each of the requests that are under way at once, and time to wait for each other: they are about the same few things, and neither is what is looked at here.
  const world = await openWorld({ checkAnswers: false, poolSize: 16, session: { lock_timeout: '12s' } })
  const canary = `CANARY-${randomUUID()}`
  const home = await world.org()
  const other = await world.org({ name: canary })
  const revoked = await world.org()
  await revokeKey(world.store, revoked.id, revoked.admin.keyId, 'fuzz')
  const ids = new KnownIds()
  const operations = await readDocument(world.baseUrl)
  for (const [whose, org, text] of [
    ['home', home, 'Home'],
    ['other', other, canary],
  ] as const) {
    await fill(world, org, text)
    await lookAround(world, org, whose, ids, operations)
  }
  await mark(world, other, canary)
  const keys: Record<Identity, string | null> = {
    admin: home.admin.key,
    member: home.member.key,
    other: other.admin.key,
    revoked: revoked.admin.key,
    none: null,
  }
  return {
    world,
    ids,
    canary,
    keys,
    home,
    other,
    tend: () => tend(world, [home.id, other.id]),
    close: () => world.close(),
  }
}
export type Grounds = Awaited<ReturnType<typeof openGrounds>>

const fixtures = 3
const insights = 40
const subthemes = 15
const themesToSpend = 24

/** A fixture holds one of every kind; what requests use up or must quote is there more often. */
async function fill(world: World, org: Org, text: string) {
  const create = async (path: string, body: object) => {
    const reply = await world.call(org.admin.key, 'POST', path, { body })
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
    return reply.body as { id: string }
  }
  const made = await makeFixture(world, org, text)
  const again = new Set(
    Object.keys(made).filter((name) => name.endsWith('Id') && name !== 'competitorId' && name !== 'teaserId'),
  )
  for (let n = 1; n < fixtures; n++) await makeFixture(world, org, text, again)
  // Subthemes go with their themes, and no request makes new ones; tables that requests upload are seldom mapped.
  for (let n = 0; n < subthemes; n++) await makeFixture(world, org, text, new Set(['subthemeId', 'uploadId']))
  const contact = await create('/contacts', { name: text, email: `${text}@example.com` })
  const feedback = await create('/feedback', {
    title: text,
    content: `${text} said: ${spoken}, always.`,
    contact_id: contact.id,
  })
  const themes = [made.themeId as string]
  for (let n = 0; n < themesToSpend; n++)
    themes.push((await create('/themes', { name: `${text} theme ${n}`, notes: text, definition: text })).id)
  for (let n = 0; n < insights; n++) {
    await create('/insights', {
      name: `${text} insight ${n}`,
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      theme_ids: [themes[n % themes.length]],
      description: text,
      tags: [text],
      quote: `${text} said: ${spoken}`,
      contact_id: contact.id,
      ...(n % 4 === 0 && { feedback_id: feedback.id }),
    })
  }
}

/** Reads every list there is, and learns what is in it; what belongs to something else is found once that is known. */
async function lookAround(world: World, org: Org, whose: Whose, ids: KnownIds, operations: Operation[]) {
  for (const person of [org.admin, org.member]) ids.add(whose, 'user', person.userId)
  ids.add(whose, 'org', org.id)
  const readable = operations.filter(
    ({ method, query, open }) => method === 'GET' && !open && !query.some(({ required }) => required),
  )
  for (const operation of readable.toSorted((a, b) => a.params.length - b.params.length)) {
    for (let pick = 0; pick < (operation.params.length ? 5 : 1); pick++) {
      const beside: Record<string, string> = {}
      for (const { name } of operation.params)
        beside[operation.kinds.of(name)] = ids.settle(
          new IdRef(operation.kinds.of(name), pick, 'live', 'none'),
          whose,
        ).id
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => beside[operation.kinds.of(name)]!)
      const { status, body } = await world.call(org.admin.key, 'GET', path)
      const kinds = operation.kinds.inAnswer ?? operation.kinds
      if (status === 200) ids.learn(whose, kinds, body, kinds.answered, beside)
    }
  }
}

/** Nobody works jobs off here: those that hold everything up are ended as a worker would end them, and what it would propose is proposed again. */
async function tend({ store }: World, orgs: string[]) {
  await store.run(
    sql`update job set status = 'failed', finished_at = now() where org_id = any(${orgs}) and type = 'competitor_research' and status = 'queued'`,
  )
  await store.run(
    sql`update theme_proposal set status = 'open', decided_by = null, decided_at = null where org_id = any(${orgs}) and status <> 'open'`,
  )
  // What requests cancel can be checked and started again, as long as it was mapped.
  await store.run(
    sql`update csv_upload set status = 'mapped', completed_at = null where org_id = any(${orgs}) and status = 'cancelled' and mapping is not null and started_at is null`,
  )
  await store.run(sql`update webhook_delivery set status = 'failed' where org_id = any(${orgs}) and status = 'pending'`)
  await store.run(
    sql`update csv_upload set status = 'completed', started_at = now(), completed_at = now() where org_id = any(${orgs}) and status = 'importing'`,
  )
}

async function mark({ store }: World, org: Org, canary: string) {
  await changeOrganization(store, org.id, { name: canary })
  await store.run(sql`update category set name = ${canary}, description = ${canary} where org_id = ${org.id}`)
  await store.run(sql`update app_user set name = ${canary} where id = any(${[org.admin.userId, org.member.userId]})`)
}
