import { randomUUID } from 'node:crypto'
import { revokeKey } from '#domain/account/keys/records.ts'
import { changeOrganization } from '#domain/account/organizations/queries.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Org, openWorld, type World } from '../world.ts'
import type { Identity } from './drafts.ts'
import { KnownIds, type Whose } from './ids.ts'
import { spoken } from './values.ts'

const themes = 12
const insights = 40

/** Two organizations full of data; every text of the other one holds a marker that nobody of the first may ever see. */
export async function openGrounds() {
  const world = await openWorld({ checkAnswers: false })
  const canary = `CANARY-${randomUUID()}`
  const home = await world.org()
  const other = await world.org({ name: canary })
  const revoked = await world.org()
  await revokeKey(world.store, revoked.id, revoked.admin.keyId, 'fuzz')
  const ids = new KnownIds()
  for (const [whose, org, text] of [['home', home, 'Home'], ['other', other, canary]] as const) await fill(world, org, whose, ids, text)
  await mark(world, other, canary)
  const keys: Record<Identity, string | null> = {
    admin: home.admin.key, member: home.member.key, other: other.admin.key, revoked: revoked.admin.key, none: null,
  }
  return { world, ids, canary, keys, home, other, close: () => world.close() }
}
export type Grounds = Awaited<ReturnType<typeof openGrounds>>

async function fill(world: World, org: Org, whose: Whose, ids: KnownIds, text: string) {
  const create = async (path: string, body: object) => {
    const reply = await world.call(org.admin.key, 'POST', path, { body })
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
    return reply.body as { id: string; quotes?: { id: string }[] }
  }
  for (const person of [org.admin, org.member]) {
    ids.add(whose, 'member', person.memberId)
    ids.add(whose, 'user', person.userId)
  }
  ids.add(whose, 'org', org.id)
  const sources = await fillSources(world, org, whose, ids, text)
  for (let n = 0; n < themes; n++) {
    const theme = await create('/themes', { name: `${text} theme ${n}`, notes: text, definition: text })
    ids.add(whose, 'theme', theme.id)
  }
  for (let n = 0; n < insights; n++) {
    const theme = ids.settle({ kind: 'theme', pick: n, from: 'live', spare: '' }, whose).id
    const insight = await create('/insights', {
      name: `${text} insight ${n}`, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', theme_ids: [theme], description: text, tags: [text],
      quote: `${text} said: ${spoken}`, contact_id: sources.contact, ...(n % 4 === 0 && { feedback_id: sources.feedback }),
    })
    ids.learn(whose, 'insight', insight)
  }
  for (let n = 0; n < 10; n++) ids.learn(whose, 'project', await create('/projects', { title: `${text} project ${n}`, description: text }))
}

/** What has no operation yet that could create it. */
async function fillSources({ store }: World, org: Org, whose: Whose, ids: KnownIds, text: string) {
  const [contact, feedback] = [newId(), newId()]
  await store.run(sql`insert into contact (org_id, id, name, email) values (${org.id}, ${contact}, ${text}, ${`${text}@example.com`})`)
  await store.run(sql`
    insert into feedback (org_id, id, source, content, title, contact_id)
    values (${org.id}, ${feedback}, ${text}, ${`${text} said: ${spoken}, always.`}, ${text}, ${contact})`)
  ids.add(whose, 'contact', contact)
  ids.add(whose, 'feedback', feedback)
  for (let n = 0; n < 3; n++) {
    const segment = newId()
    await store.run(sql`insert into segment (org_id, id, name, color) values (${org.id}, ${segment}, ${`${text} ${n}`}, '#123456')`)
    ids.add(whose, 'segment', segment)
  }
  return { contact, feedback }
}

async function mark({ store }: World, org: Org, canary: string) {
  await changeOrganization(store, org.id, { name: canary })
  await store.run(sql`update category set name = ${canary}, description = ${canary} where org_id = ${org.id}`)
  await store.run(sql`update app_user set name = ${canary} where id = any(${[org.admin.userId, org.member.userId]})`)
}
