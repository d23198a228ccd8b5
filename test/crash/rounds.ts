import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openStore } from '#store/open.ts'
import { cloneDatabase } from '../database.ts'
import { databaseKills } from './database-kills.ts'
import { type FaultName, faults } from './faults.ts'
import { killCycles } from './kill-cycles.ts'
import { findInconsistencies } from './oracle.ts'
import type { Counts } from './progress.ts'
import { type Report, underLoad } from './subject.ts'
import { createTenant } from './tenant.ts'
import { withEmbedded } from './with-embedded.ts'

/* One round: a new database, a number of faults of one kind under load, and the comparison with the ledger. */

export type RoundReport = { faults: Counts; totals: Counts; findings: string[] }
export type Round = (plan: { count: number; seed: number }) => Promise<RoundReport>

const run = promisify(execFile)

const totalsOf = ({ acknowledged, replays, unavailable }: Report) => ({ acknowledged, replays, unavailable })

export const serverKills: Round = async ({ count, seed }) => {
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 4 })
  try {
    const tenant = await createTenant(store)
    const { ledger, logs } = await killCycles({ connection, tenant, cycles: count, seed })
    const findings = await findInconsistencies(store, tenant.org, ledger)
    return {
      faults: { 'server killed': count },
      totals: { acknowledged: ledger.acknowledgedCount, replays: ledger.replaysAfterLoss() },
      findings: logs ? [...findings, `the server logged an error: ${logs.slice(0, 500)}`] : findings,
    }
  } finally {
    await store.close()
    await drop()
  }
}

export const databaseProcessKills: Round = async ({ count, seed }) => {
  const report = await withEmbedded({}, (postgres) => databaseKills(postgres, { kills: count, seed }))
  const { backend, postmaster } = report.kills
  return {
    faults: { 'PostgreSQL killed': postmaster, 'PostgreSQL backend killed': backend },
    totals: totalsOf(report),
    findings: report.findings,
  }
}

/** Several faults of one kind into one server. */
export const faultRound =
  (name: FaultName, label: string): Round =>
  async ({ count, seed }) => {
    const { connection, drop } = await cloneDatabase()
    try {
      const report = await underLoad({ connection, seed }, async (subject) => {
        for (let n = 0; n < count; n++) {
          await subject.writers.waitForAcknowledged(10)
          await faults[name](subject)
        }
      })
      return { faults: { [label]: count }, totals: totalsOf(report), findings: report.findings }
    } finally {
      await drop()
    }
  }

/** Needs a file system of its own, which only root can mount. */
export const diskFull: Round = async ({ count, seed }) => {
  const report = (await onSmallDisk('disk-full.ts', String(seed), String(count))) as Report
  return { faults: { 'disk full': count }, totals: totalsOf(report), findings: report.findings }
}

/** Runs a script of this folder with a small file system as its first argument, and returns what it prints. */
export async function onSmallDisk(script: string, ...more: string[]): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-full-'))
  const command =
    'mount -t tmpfs -o size=220m,mode=0777 tmpfs "$1" && folder=$1 && shift && exec "$1" "$2" "$folder" "$3" "$4"'
  const args = ['-m', 'sh', '-c', command, 'sh', folder, process.execPath, join(import.meta.dirname, script), ...more]
  try {
    const { stdout } = await run('unshare', args, { maxBuffer: 2 ** 26 })
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function canMount(): Promise<boolean> {
  return run('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).then(
    () => true,
    () => false,
  )
}

/** The import test with more interruptions, in a process of its own; it compares the results itself. */
export const workerInterruptions: Round = async ({ count, seed }) => {
  const env = { ...process.env, CRASH_SEED: String(seed), CRASH_IMPORTS: String(count) }
  const args = ['--test', '--test-timeout=3600000', join(import.meta.dirname, 'csv-import.test.ts')]
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 2 ** 26 })
  const [, interrupted, frozen] = /(\d+) workers interrupted, (\d+) of them frozen/.exec(stdout)!
  return {
    faults: { 'worker killed': Number(interrupted) - Number(frozen), 'worker frozen and woken': Number(frozen) },
    totals: {},
    findings: [],
  }
}
