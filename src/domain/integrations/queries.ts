import type { Static } from 'typebox'
import type { integrations } from '#contract/resources/integrations.ts'
import type { Integration } from '#contract/resources/integration-shapes.ts'
import { deleteKeyEntry, findOrganizationOfKey, insertKeyEntry } from '#domain/access/keys/queries-directory.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { pipelined } from '#store/pipelined.ts'
import { assignments, allOf, raw, sql } from '#store/sql.ts'
import type { FieldMapping } from './mapping/field-mapping.ts'
import type { IntegrationConfig } from './config.ts'

export type IntegrationView = Static<typeof Integration>
type IntegrationState = IntegrationView['status']

export type IntegrationRow = {
  org_id: string
  id: string
  provider: string
  name: string
  status: IntegrationState
  token: string
  source: string
  config: IntegrationConfig
  mapping: FieldMapping | null
  secret: Buffer | null
  secret_hint: string | null
  previous_secret: Buffer | null
  previous_secret_until: string | null
  sync_enabled: boolean
  sync_frequency: IntegrationView['sync']['frequency']
  last_run_at: string | null
  next_run_at: string | null
  received: number
  accepted: number
  duplicates: number
  rejected: number
  last_event_at: string | null
  error_code: string | null
  error_message: string | null
  error_at: string | null
  created_by: string
  created_at: string
  updated_at: string
}

const columns =
  raw(`org_id, id, provider, name, status, token, source, config, mapping, secret, secret_hint, previous_secret,
  previous_secret_until, sync_enabled, sync_frequency, last_run_at, next_run_at, received, accepted, duplicates,
  rejected, last_event_at, error_code, error_message, error_at, created_by, created_at, updated_at`)

export async function findIntegrationByToken(db: Db, token: string): Promise<IntegrationRow | undefined> {
  const org = await findOrganizationOfKey(db, 'integration', token)
  if (org === undefined) return undefined
  return db.first<IntegrationRow>(
    sql`select ${columns} from integration where org_id = ${org} and token = ${token} and deleted_at is null`,
  )
}

export const findIntegration = (db: Db, org: string, id: string) =>
  db.first<IntegrationRow>(
    sql`select ${columns} from integration where org_id = ${org} and id = ${id} and deleted_at is null`,
  )

export const lockIntegration = (db: Db, org: string, id: string) =>
  db.first<IntegrationRow & { deleted: boolean }>(sql`
    select ${columns}, deleted_at is not null as deleted from integration
    where org_id = ${org} and id = ${id} for no key update`)

type IntegrationFilters = Omit<Static<(typeof integrations.listIntegrations)['query']>, 'cursor'>
const newest: Order = { by: 'id', type: 'uuid', descending: true }

export const listIntegrations = (
  db: Db,
  org: string,
  { limit, provider, status }: IntegrationFilters,
  keys: readonly Key[] | undefined,
) =>
  db.rows<IntegrationRow>(sql`
    select ${columns} from integration
    where ${allOf([
      sql`org_id = ${org}`,
      raw('deleted_at is null'),
      provider && sql`provider = any(${provider})`,
      status && sql`status = any(${status})`,
      after(newest, keys),
    ])}
    order by ${orderBy(newest)} limit ${limit + 1}`)

/** The source names in use; locked until the transaction ends, so that two integrations cannot take the same one. */
export async function lockSourceNames(db: Db, org: string, except: string | null = null): Promise<Set<string>> {
  await acquireLock(db, orgLock(org, 'integrations'))
  const rows = await db.rows<{ source: string }>(
    sql`select source from integration
      where org_id = ${org} and deleted_at is null and id is distinct from ${except}::uuid`,
  )
  return new Set(rows.map((row) => row.source))
}

type NewIntegration = Pick<
  IntegrationRow,
  'id' | 'provider' | 'name' | 'token' | 'source' | 'config' | 'mapping' | 'created_by' | 'secret' | 'secret_hint'
>

export const insertIntegration = (db: Db, org: string, n: NewIntegration) =>
  pipelined(db, [insertIntegrationRow(db, org, n), insertKeyEntry(db, org, 'integration', n.token)])

const insertIntegrationRow = (db: Db, org: string, n: NewIntegration) =>
  db.run(sql`
    insert into integration (org_id, id, provider, name, token, source, config, mapping, secret, secret_hint,
      created_by)
    values (${org}, ${n.id}, ${n.provider}, ${n.name}, ${n.token}, ${n.source}, ${JSON.stringify(n.config)},
      ${n.mapping && JSON.stringify(n.mapping)}, ${n.secret}, ${n.secret_hint}, ${n.created_by})`)

export const updateIntegration = (db: Db, org: string, id: string, changes: Record<string, unknown>) =>
  db.run(
    sql`update integration set ${assignments({ ...changes, updated_at: raw('now()') })}
      where org_id = ${org} and id = ${id}`,
  )

/** Soft-deletes the integration and erases its secrets; the records it delivered are kept. */
export async function deleteIntegration(db: Db, org: string, id: string): Promise<void> {
  const deleted = await db.first<{ token: string }>(sql`
    update integration set deleted_at = now(), updated_at = now(), secret = null, previous_secret = null,
      previous_secret_until = null, sync_enabled = false
    where org_id = ${org} and id = ${id} returning token`)
  if (deleted) await deleteKeyEntry(db, org, deleted.token)
}

/** Consecutive rejections after which the status is `error`. */
const maxFailures = 10

export type DeliveryResult = {
  status: 'accepted' | 'duplicate' | 'ignored' | 'rejected'
  reason: string | null
  detail: string | null
}

/** Updates counters and status; true when this delivery changed the status to `error`. */
export async function recordDelivery(
  db: Db,
  org: string,
  id: string,
  { status, reason, detail }: DeliveryResult,
): Promise<boolean> {
  const rejected = status === 'rejected'
  const row = await db.first<{ broke: boolean }>(sql`
    update integration set received = received + 1, last_event_at = now(),
      accepted = accepted + ${status === 'accepted' ? 1 : 0}::int,
      duplicates = duplicates + ${status === 'duplicate' ? 1 : 0}::int,
      rejected = rejected + ${rejected ? 1 : 0}::int,
      failures = case when ${rejected} then failures + 1 else 0 end,
      status = case
        when status = 'disabled' then status
        when not ${rejected} then 'connected'
        when status = 'pending' then status
        when failures + 1 >= ${maxFailures}::int then 'error'
        else 'degraded' end,
      error_code = case when ${rejected} then ${reason} else error_code end,
      error_message = case when ${rejected} then coalesce(${detail}, ${reason}) else error_message end,
      error_at = case when ${rejected} then (select now()) else error_at end
    where org_id = ${org} and id = ${id}
    returning ${rejected} and status = 'error' and failures = ${maxFailures}::int as broke`)
  return row?.broke ?? false
}

const maxDueSyncs = 500

/** Integrations of all organizations whose sync is due. */
export const listDueSyncs = (db: Db) =>
  db.rows<{ org_id: string; id: string; sync_frequency: 'hourly' | 'daily' | 'weekly' }>(sql`
    select org_id, id, sync_frequency from integration
    where sync_enabled and deleted_at is null and status <> 'disabled' and next_run_at <= now()
    order by next_run_at limit ${maxDueSyncs}`)

/** Returns 0 when another worker has already claimed the run. */
export const updateNextRun = (db: Db, org: string, id: string, nextRunAt: Date | string) =>
  db.run(sql`
    update integration set next_run_at = ${nextRunAt}
    where org_id = ${org} and id = ${id} and sync_enabled and next_run_at <= now()`)
