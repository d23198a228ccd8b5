import { sql } from '#store/sql.ts'
import { type Browser, signedIn } from '../account/browser.ts'
import { createFixture, type Fixture } from '../fixtures.ts'
import type { Org, TestApp } from '../test-app.ts'
import type { Caller } from './doors.ts'

/** A filled organization; every text in it has its marker. */
export type Tenant = Caller & { org: Org; marker: string; fixture: Fixture; hookUrl: string; surveyKey: string }

export async function createTenant(app: TestApp, marker: string): Promise<Tenant> {
  const org = await app.org({ name: marker })
  const fixture = await createFixture(app, org, `${marker} `)
  const browser = await signedIn(app, org.admin)
  const users = [org.admin.userId, org.member.userId]
  await app.store.run(sql`update app_user set name = ${marker} where id = any(${users})`)
  const { hookUrl, surveyKey, ...own } = await createAppObjects(browser, fixture, marker)
  Object.assign(fixture, own, {
    owner_id: org.member.userId,
    user_id: org.member.userId,
    keyId: org.member.keyId,
    batch_id: fixture.uploadId,
    resource_id: fixture.themeId,
    id: fixture.insightId,
    after: fixture.responseId,
    '/events after': fixture.eventId,
    '/themes/{themeId}/lookalikes to': fixture.insightId,
    '/subthemes/{subthemeId}/lookalikes to': fixture.insightId,
    interviewer_id: org.member.userId,
  })
  return { org, marker, fixture, browser, key: org.admin.key, hookUrl, surveyKey }
}

/** What only the web app can create. */
async function createAppObjects(browser: Browser, { surveyId, integrationId }: Fixture, marker: string) {
  const send = async (method: string, path: string, body?: object) => {
    const reply = await browser.app(method, path, body ? { body } : {})
    if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
    return reply.body
  }
  const link = await send('POST', `/surveys/${surveyId}/links`, { name: marker })
  const invitation = await send('POST', '/invitations', { email: `${marker.toLowerCase()}@example.com` })
  const view = await send('POST', '/views', { name: marker, path: '/insights', shared: true })
  const channel = await send('POST', '/notification-channels', {
    kind: 'slack',
    name: marker,
    url: `https://hooks.slack.com/services/T0/B0/${marker}`,
  })
  const widget = await send('POST', '/feedback-widgets', {
    name: marker,
    allowed_origins: ['https://www.example.com'],
    heading: marker,
  })
  const integration = await send('GET', `/integrations/${integrationId}`)
  return {
    linkId: link.id as string,
    invitationId: invitation.id as string,
    invitationToken: invitation.token as string,
    viewId: view.id as string,
    channelId: channel.id as string,
    widgetId: widget.id as string,
    surveyKey: link.key as string,
    hookUrl: new URL(integration.inbound_url as string).pathname,
  }
}

/** Tables with a column of that name, besides the log of requests, which each call adds to. */
const tablesWith = async ({ store }: TestApp, column: string): Promise<string[]> => {
  const found = await store.rows<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c
    join information_schema.columns o using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = ${column} and o.column_name = 'org_id'
      and c.table_name <> 'api_request' order by 1`)
  return found.map(({ name }) => name)
}

const everyTable = (names: string[], select: (name: string) => string) => names.map(select).join(' union all ')

/** All ids of an organization's rows. */
export async function idsOf(app: TestApp, org: string): Promise<Set<string>> {
  const names = await tablesWith(app, 'id')
  const text = everyTable(names, (name) => `select id::text from "${name}" where org_id = $1`)
  const { rows } = await app.store.pool.query<{ id: string }>(text, [org])
  return new Set([org, ...rows.map(({ id }) => id)])
}

/** A digest of each table's rows of an organization, without the times of use, which are written late. */
export async function digestOf(app: TestApp, org: string): Promise<Record<string, string>> {
  const names = (await tablesWith(app, 'org_id')).filter((name) => name !== 'last_use')
  const text = everyTable(
    names,
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as digest
       from (select (to_jsonb(t) - 'last_used_at')::text as row from "${name}" t where org_id = $1) rows`,
  )
  const { rows } = await app.store.pool.query<{ name: string; digest: string }>(text, [org])
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
