import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#config/read.ts'
import { importOrganization } from '#serve/import-organization.ts'
import { writeBackup } from '#store/backup/write.ts'
import { raw, sql } from '#store/sql.ts'
import { version } from '#version.ts'
import { waitFor } from '../wait-for.ts'
import { pause } from './http-client.ts'
import { findDerivedDataErrors } from './oracle.ts'
import type { Subject } from './subject.ts'
import { createTenant } from './tenant.ts'

/* Faults that a running server must outlive by itself. Each returns when writes are acknowledged again. */

export type Fault = (subject: Subject) => Promise<void>

const seconds = 1000
const hours = 3600 * seconds
const days = 24 * hours
const clockJumpsMs = [30 * seconds, hours, 26 * hours, 40 * days, 400 * days]

const waitForRefusals = async ({ writers }: Subject, more: number) => {
  const enough = writers.unavailable.length + more
  await waitFor(`${more} more refused writes`, () => writers.unavailable.length >= enough, 60 * seconds)
}

const endConnections = ({ store }: Subject) =>
  store.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'earshot'`)

/** As after a failover to a standby: connections end, and new ones cannot write. */
export async function readOnly(subject: Subject) {
  const { store, connection, writers } = subject
  const setting = (value: 'on' | 'off') =>
    store.transaction(async (db) => {
      await db.run(sql`set transaction read write`)
      await db.run(raw(`alter database ${connection.database} set default_transaction_read_only = ${value}`))
    })
  await setting('on')
  await endConnections(subject)
  await waitForRefusals(subject, 3)
  await setting('off')
  await endConnections(subject)
  await writers.waitForAcknowledged(5)
}

/** Every connection of the server to its database ends. */
export async function endedConnections(subject: Subject) {
  await endConnections(subject)
  await subject.writers.waitForAcknowledged(5)
}

/** Responses of the database take a while; then all connections break. */
export async function slowLink({ link, writers, random }: Subject) {
  link.setDelay(20 + random.upTo(130))
  await writers.waitForAcknowledged(5)
  link.cut()
  await writers.waitForAcknowledged(3)
  link.setDelay(0)
  await writers.waitForAcknowledged(3)
}

/** Nothing passes for a while, and no connection breaks. */
export async function stalledLink({ link, writers, random }: Subject) {
  const stallMs = 300 + random.upTo(1500)
  link.setDelay(stallMs)
  await pause(stallMs)
  link.setDelay(0)
  await writers.waitForAcknowledged(10)
}

/** The time in a UUIDv7. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** The wall clock of the server jumps ahead, then behind, and is set right again. */
export async function clockJump({ server, writers, random }: Subject) {
  const jumpMs = random.pick(clockJumpsMs)
  const { themes, insights, projects } = writers.ledger
  server.setClock(jumpMs)
  const isAhead = () =>
    [themes, insights, projects].some((kept) => [...kept.keys()].some((id) => timeOf(id) > Date.now() + jumpMs / 2))
  await waitFor('an id of the future', isAhead, 60 * seconds)
  await writers.waitForAcknowledged(10)
  server.setClock(-jumpMs)
  await writers.waitForAcknowledged(15)
  server.setClock(0)
  await writers.waitForAcknowledged(5)
}

/** A backup is taken and restored into another organization while the first one is written to. */
export async function restoreUnderLoad({ connection, store, tenant, writers }: Subject) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-crash-'))
  const file = join(folder, 'one.backup')
  try {
    const { ledger } = writers
    const created = new Set(ledger.themes.keys())
    await writeBackup(connection, file, version, tenant.org)
    const target = await createTenant(store)
    await importOrganization(readConfig({}), connection, file, target.org)
    const rows = await store.rows<{ id: string }>(sql`select id from theme where org_id = ${target.org}`)
    const restored = new Set(rows.map(({ id }) => id))
    const lost = [...created].filter((id) => !restored.has(id))
    if (lost.length) throw new Error(`the restored backup lacks ${lost.length} themes that were acknowledged before`)
    const errors = await findDerivedDataErrors(store, target.org)
    if (errors.length) throw new Error(`the restored backup is inconsistent: ${errors.join('; ')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  await writers.waitForAcknowledged(5)
}

export const faults = { readOnly, endedConnections, slowLink, stalledLink, clockJump, restoreUnderLoad }
export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]
