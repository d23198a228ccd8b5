import { lockEmail } from '#domain/identity/queries-users.ts'
import { createKey } from '#domain/access/keys/create.ts'
import { updateOrganization, createOrganization } from '#domain/organizations/queries.ts'
import type { Ctx, Settings } from '#domain/context.ts'
import { findOpportunities } from '#domain/planning/backlog/jobs.ts'
import { recountSubthemes } from '#domain/ranking/queries-subthemes.ts'
import { insertLink } from '#domain/sources/surveys/links/queries.ts'
import type { Db, Store } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { analyzeGrownTables } from '#store/analyze-tables.ts'
import { loadComments } from './comments.ts'
import { loadCompetitors } from './competitors.ts'
import { loadImport } from './imports.ts'
import { loadIntegrations } from './integrations.ts'
import { demoAdmin, demoMember, demoTeam, newPassword, replacePassword, upsertMember } from './people.ts'
import { loadPlans } from './plan.ts'
import { demoRows } from './rows.ts'
import type { Size } from './feedback-rows.ts'

export type LoadedDemo = { org_id: string; email: string; password: string; key: string; created: boolean }

const keyName = 'Demo key'

/** Ensures the demo organization and resets its password and key; concurrent calls load the content once. */
export const loadDemo = (store: Store, settings: Settings, now: Date, size: Size = 'full'): Promise<LoadedDemo> =>
  store.transaction(async (db) => {
    const { org, userId, created } = await ensureDemo(db, settings, now, size)
    const password = newPassword()
    await replacePassword(db, userId, password)
    await db.run(sql`
      update api_key set revoked_at = now(), revoked_reason = 'replaced'
      where org_id = ${org} and name = ${keyName} and revoked_at is null`)
    const { key } = await createKey(db, org, { userId, name: keyName, scopes: ['read', 'write'] }, settings)
    return { org_id: org, email: demoAdmin.email, password, key, created }
  })

/** Creates the demo organization and its admin unless they exist. */
export async function ensureDemo(
  db: Db,
  settings: Settings,
  now: Date,
  size: Size = 'full',
): Promise<{ org: string; userId: string; created: boolean }> {
  // A concurrent call waits until the load has finished, and the session is idle while the rows are generated.
  await db.run(sql`
    select set_config('lock_timeout', '120s', true), set_config('statement_timeout', '120s', true),
      set_config('idle_in_transaction_session_timeout', '120s', true)`)
  await lockEmail(db, demoAdmin.email)
  const existing = await db.first<{ id: string }>(
    sql`select id from organization where is_demo order by created_at, id limit 1`,
  )
  const org = existing?.id ?? (await createDemo(db, now, size))
  const userId = await upsertMember(db, org, demoAdmin, 'admin')
  if (!existing) {
    const context = adminContext(userId, { db, org, settings, now })
    await loadPlans(context)
    await findOpportunities(db, org)
    await dateOpportunities(db, org)
    await loadCompetitors(context)
    await loadIntegrations(context)
    await loadImport(context)
    const member = await upsertMember(db, org, demoMember, 'member')
    await loadComments({ admin: context, member: { ...context, user: member, role: 'member' } })
    await linkSurveys(db, org, settings)
    await analyzeGrownTables(db)
  }
  return { org, userId, created: existing === undefined }
}

/** Dates an opportunity at its third insight instead of the day the demo was loaded. */
const dateOpportunities = (db: Db, org: string) =>
  db.run(sql`
    update opportunity o set created_at = least(o.created_at, evidence.third)
    from (
      select opportunity_id, (array_agg(i.created_at order by i.created_at))[3] as third
      from opportunity_insight l join insight i on i.org_id = ${org} and i.id = l.insight_id
      where l.org_id = ${org} group by opportunity_id
    ) evidence
    where o.org_id = ${org} and o.id = evidence.opportunity_id and o.origin = 'pipeline'
      and evidence.third is not null`)

/** Creates a public link for each survey. */
async function linkSurveys(db: Db, org: string, settings: Settings) {
  for (const { id } of await db.rows<{ id: string }>(sql`select id from survey where org_id = ${org} order by id`))
    await insertLink(db, org, settings, { survey_id: id, name: 'Link', allowed_origins: [] })
}

const silent = { info() {}, warn() {}, error() {} }
const noCursors = { read: () => [], write: () => '' }
const noJobs: Ctx['jobs'] = { enqueue: () => Promise.reject(new Error('the demo enqueues no jobs')) }
const refuseSecret = () => {
  throw new Error('the demo stores no secrets')
}
const noVault: Ctx['vault'] = { seal: refuseSecret, open: refuseSecret }
const adminContext = (user: string, base: Pick<Ctx, 'db' | 'org' | 'settings' | 'now'>): Ctx => ({
  ...base,
  user,
  role: 'admin',
  authorize: async () => ({ role: 'admin', llm: null }),
  scope: 'write',
  cursors: noCursors,
  jobs: noJobs,
  emit() {},
  vault: noVault,
  semanticSearch: null,
  llm: null,
  hasLlm: false,
  log: silent,
})

async function createDemo(db: Db, now: Date, size: Size): Promise<string> {
  const features = { competitors: true, subthemes: true, segments: true }
  const { id } = await createOrganization(db, { name: 'Northwind Notes', features, isDemo: true })
  await updateOrganization(db, id, {
    api_enabled: true,
    api_admins: true,
    api_members: true,
    api_read: true,
    api_write: true,
  })
  for (const { person, role } of demoTeam) await upsertMember(db, id, person, role)
  for (const [table, rows] of Object.entries(demoRows(now, size))) await insertRows(db, id, table, rows)
  const subthemes = await db.rows<{ id: string }>(sql`select id from subtheme where org_id = ${id} order by id`)
  await recountSubthemes(
    db,
    id,
    subthemes.map((row) => row.id),
    false,
  )
  return id
}

/** One statement per table; column types come from the table. */
function insertRows(db: Db, org: string, table: string, rows: readonly object[]) {
  const columns = raw(
    Object.keys(rows[0]!)
      .map((name) => `"${name}"`)
      .join(', '),
  )
  return db.run(sql`
    insert into ${raw(table)} (org_id, ${columns})
    select ${org}, ${columns} from jsonb_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::jsonb)`)
}
