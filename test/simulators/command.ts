import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createOrganization } from '#domain/organizations/queries.ts'
import { createUser } from '#domain/identity/queries-users.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import { processRunner } from './runner.ts'
import { type Verification, verifyProvider } from './verify-provider.ts'

/*
 * npm run verify:providers [-- name…] [--items 2000] [--kills 20]: checks each provider against its simulator. It
 * brings its own database and needs no network.
 */

const secret = 'a secret of the check alone'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { items: { type: 'string', default: '2000' }, kills: { type: 'string', default: '20' } },
})
const all = [...providers].flatMap(([name, { pull }]) => (pull ? [name] : []))
const names = positionals.length ? positionals : all
for (const name of names)
  if (!all.includes(name)) throw new Error(`There is no provider ${name}, but ${all.join(', ')}.`)
process.exitCode = await verifyAll(names, { items: positive(values.items), kills: positive(values.kills) })

function positive(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${text} is not a number from 1 to 999999.`)
  return Number(text)
}

async function verifyAll(names: readonly string[], size: { items: number; kills: number }): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-providers-'))
  const embedded = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } })
  try {
    await migrate(embedded.connection)
    return await verifyIn(embedded.connection, names, size)
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function verifyIn(connection: DatabaseOptions, names: readonly string[], size: { items: number; kills: number }) {
  const store = openStore({ ...connection, max: 4 })
  try {
    const { org, user } = await store.transaction(async (db) => ({
      org: (await createOrganization(db, { name: 'Providers', features: {} })).id,
      user: (await createUser(db, { email: 'providers@example.com', name: 'Providers', password: crypto.randomUUID() }))
        .id,
    }))
    let failures = 0
    for (const name of names) {
      const result = await verifyProvider(name, {
        store,
        vault: vaultFor(secret),
        org,
        user,
        ...size,
        runner: (target) => processRunner({ ...target, connection, secret }),
      })
      if (!isGood(result)) failures++
      process.stdout.write(`${describe(result)}\n`)
    }
    return failures === 0 ? 0 : 1
  } finally {
    await store.close()
  }
}

function isGood({ lost, doubled, stale, problems }: Verification): boolean {
  return lost + doubled + stale + problems.length === 0
}

function describe(v: Verification): string {
  return [
    `${isGood(v) ? 'ok    ' : 'FAILED'} ${v.provider.padEnd(18)}`,
    `${v.items} items, ${v.stored} stored, ${v.kills} kills, ${v.faults} faults, ${v.requests} requests`,
    `${v.lost} lost, ${v.doubled} doubled, ${v.stale} not up to date`,
    ...v.problems,
  ].join(' | ')
}
