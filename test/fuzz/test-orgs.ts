import { randomUUID } from 'node:crypto'
import { revokeKey } from '#domain/access/keys/queries.ts'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { sql } from '#store/sql.ts'
import { customFieldObjects } from '#vocabulary/custom-fields.ts'
import { createFixture } from '../fixtures.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { type Operation, readDocument } from './document.ts'
import { customFieldKey } from './cross-field-rules.ts'
import type { Identity } from './drafts.ts'
import { IdRef, KnownIds, type Whose } from './ids.ts'
import { quotableText } from './values.ts'

/** Two filled organizations; every text of the other one has a marker that the first must never see. No worker runs. */
export async function openTestOrgs() {
  // One connection per concurrent request: contention is not what is tested here.
  const app = await startTestApp({ validateResponses: false, poolSize: 16 })
  const canary = `CANARY-${randomUUID()}`
  const home = await app.org()
  const other = await app.org({ name: canary })
  const revoked = await app.org()
  await revokeKey(app.store, revoked.id, revoked.admin.keyId, 'fuzz')
  const ids = new KnownIds()
  const operations = await readDocument(app.baseUrl)
  for (const [whose, org, text] of [
    ['home', home, 'Home'],
    ['other', other, canary],
  ] as const) {
    await fill(app, org, text)
    await discoverIds(app, org, whose, ids, operations)
  }
  await mark(app, other, canary)
  const keys: Record<Identity, string | null> = {
    admin: home.admin.key,
    member: home.member.key,
    other: other.admin.key,
    revoked: revoked.admin.key,
    none: null,
  }
  return {
    app,
    ids,
    canary,
    keys,
    home,
    other,
    resetBlockers: () => resetBlockers(app, [home.id, other.id]),
    close: () => app.close(),
  }
}
export type TestOrgs = Awaited<ReturnType<typeof openTestOrgs>>

const fixtures = 3
const insights = 40
const subthemes = 15
const spareThemes = 24

/** Creates one resource of every kind, and more of those that requests consume or quote. */
async function fill(app: TestApp, org: Org, text: string) {
  const create = async (path: string, body: object) => {
    const reply = await app.call(org.admin.key, 'POST', path, { body })
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
    return reply.body as { id: string }
  }
  const fixture = await createFixture(app, org, text)
  const again = new Set(
    Object.keys(fixture).filter((name) => name.endsWith('Id') && name !== 'competitorId' && name !== 'teaserId'),
  )
  for (let n = 1; n < fixtures; n++) await createFixture(app, org, text, again)
  // Requests cannot create subthemes and rarely map uploads, so create more of both.
  for (let n = 0; n < subthemes; n++) await createFixture(app, org, text, new Set(['subthemeId', 'uploadId']))
  for (const object_type of customFieldObjects)
    await create('/custom-fields', { object_type, key: customFieldKey, name: 'Note', kind: 'text' })
  const contact = await create('/contacts', { name: text, email: `${text}@example.com` })
  const feedback = await create('/feedback', {
    title: text,
    content: `${text} said: ${quotableText}, always.`,
    contact_id: contact.id,
  })
  const themes = [fixture.themeId as string]
  for (let n = 0; n < spareThemes; n++)
    themes.push((await create('/themes', { name: `${text} theme ${n}`, notes: text, definition: text })).id)
  for (let n = 0; n < insights; n++) {
    await create('/insights', {
      name: `${text} insight ${n}`,
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      theme_ids: [themes[n % themes.length]],
      description: text,
      tags: [text],
      quote: `${text} said: ${quotableText}`,
      contact_id: contact.id,
      ...(n % 4 === 0 && { feedback_id: feedback.id }),
    })
  }
}

/** Reads every list and records its ids; nested lists are read after their parents. */
async function discoverIds(app: TestApp, org: Org, whose: Whose, ids: KnownIds, operations: Operation[]) {
  for (const person of [org.admin, org.member]) ids.add(whose, 'user', person.userId)
  ids.add(whose, 'org', org.id)
  const readable = operations.filter(
    ({ method, query, open }) => method === 'GET' && !open && !query.some(({ required }) => required),
  )
  for (const operation of readable.toSorted((a, b) => a.params.length - b.params.length)) {
    for (let pick = 0; pick < (operation.params.length ? 5 : 1); pick++) {
      const beside: Record<string, string> = {}
      for (const { name } of operation.params)
        beside[operation.kinds.of(name)] = ids.resolve(
          new IdRef(operation.kinds.of(name), pick, 'live', 'none'),
          whose,
        ).id
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => beside[operation.kinds.of(name)]!)
      const { status, body } = await app.call(org.admin.key, 'GET', path)
      const kinds = operation.kinds.inAnswer ?? operation.kinds
      if (status === 200) ids.learn(whose, kinds, body, kinds.answered, beside)
    }
  }
}

/** Finishes jobs that block other requests, and reopens proposals, because no worker runs. */
async function resetBlockers({ store }: TestApp, orgs: string[]) {
  await store.run(
    sql`update job set status = 'failed', finished_at = now() where org_id = any(${orgs}) and type = 'competitor_research' and status = 'queued'`,
  )
  await store.run(
    sql`update theme_proposal set status = 'open', decided_by = null, decided_at = null where org_id = any(${orgs}) and status <> 'open'`,
  )
  // A cancelled upload with a mapping can be started again.
  await store.run(
    sql`update csv_upload set status = 'mapped', completed_at = null where org_id = any(${orgs}) and status = 'cancelled' and mapping is not null and started_at is null`,
  )
  await store.run(sql`update webhook_delivery set status = 'failed' where org_id = any(${orgs}) and status = 'pending'`)
  await store.run(
    sql`update csv_upload set status = 'completed', started_at = now(), completed_at = now() where org_id = any(${orgs}) and status = 'importing'`,
  )
}

async function mark({ store }: TestApp, org: Org, canary: string) {
  await updateOrganization(store, org.id, { name: canary })
  await store.run(sql`update category set name = ${canary}, description = ${canary} where org_id = ${org.id}`)
  await store.run(sql`update app_user set name = ${canary} where id = any(${[org.admin.userId, org.member.userId]})`)
}
