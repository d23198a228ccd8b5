import type pg from 'pg'
import { isDistributed } from './citus/cluster.ts'

/*
 * Events and audit entries are read in the order of the transactions that wrote them. Another PostgreSQL server counts
 * its transactions anew, so those that were moved there may come from transactions that are yet to be.
 */

/** After a move by pg_dump: without it nobody would see the events, and webhooks would miss the new ones. */
export async function repairMovedEvents(client: pg.Client): Promise<void> {
  if ((await isDistributed(client)) || !(await isFound(client, hasEvents))) return
  const hasFuture =
    (await isFound(client, hasFutureEvents)) ||
    ((await isFound(client, hasAudit)) && (await isFound(client, hasFutureAudit)))
  if (hasFuture) await resetEventPositions(client)
}

const isFound = async (client: pg.Client, query: string): Promise<boolean> =>
  (await client.query<{ found: boolean }>(query)).rows[0]!.found

/** One look into the index for each organization. */
const hasFutureEvents = `
  select exists (
    select 1 from organization o cross join lateral (
      select e.tx from event e where e.org_id = o.id and e.type is not null order by e.tx desc limit 1) last
    where last.tx >= pg_snapshot_xmax(pg_current_snapshot())
  ) or exists (
    select 1 from webhook where position_tx >= pg_snapshot_xmax(pg_current_snapshot())) as found`

/** A database of the first migrations has no events, one of earlier versions no audit log. */
const hasEvents = `select to_regclass('webhook') is not null as found`
const hasAudit = `select to_regclass('audit_entry') is not null as found`
const hasFutureAudit = `
  select exists (
    select 1 from organization o cross join lateral (
      select a.tx from audit_entry a where a.org_id = o.id order by a.tx desc limit 1) last
    where last.tx >= pg_snapshot_xmax(pg_current_snapshot())) as found`

/**
 * All events get transaction 0 and are read in the order of their ids; a webhook continues before the first event that
 * was not delivered to it.
 */
export async function resetEventPositions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ org_id: string }>('select distinct org_id from webhook')
  for (const { org_id } of rows) await client.query(resetPositions, [org_id])
  await client.query(`update event set tx = '0'`)
  if (await isFound(client, hasAudit)) await resetAuditPositions(client)
}

/** Without the rule that keeps entries from being changed. A cluster drops and creates rules, but disables none. */
async function resetAuditPositions(client: pg.Client) {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_ruledef(oid) as definition from pg_rewrite
     where rulename = 'audit_entry_unchanged' and ev_class = 'audit_entry'::regclass`,
  )
  await client.query('drop rule audit_entry_unchanged on audit_entry')
  await client.query(`update audit_entry set tx = '0'`)
  await client.query(rows[0]!.definition)
}

const previousEvent = `(select p.id from event p where p.org_id = $1 and p.id < first.id order by p.id desc limit 1)`
const resetPositions = `
  update webhook w set position_tx = '0', position_id = coalesce((
    select coalesce(${previousEvent}, '00000000-0000-0000-0000-000000000000') from (
      select e.id from event e
      where e.org_id = $1 and e.type is not null and (e.tx, e.id) > (w.position_tx, w.position_id)
      order by e.id limit 1) first), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  where w.org_id = $1`
