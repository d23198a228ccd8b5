import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '#client/usage-error.ts'
import { createOrganization } from '#domain/account/organizations/queries.ts'
import { createUser } from '#domain/account/identity/queries-users.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'
import { type Connection, openStore } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import { processRunner } from './runner.ts'
import { type Verification, verifyConnector } from './verify.ts'

const usage = 'earshot connectors list | earshot connectors verify [name…] [--items 2000] [--kills 20]'
const secret = 'a secret of the check alone'

/** `earshot connectors`: what can be fetched from, and the check of each against its local server. */
export async function runConnectors([verb, ...argv]: string[]): Promise<number> {
  if (verb === 'list') {
    for (const [name, { pull, description }] of providers)
      if (pull) process.stdout.write(`${name.padEnd(20)}${description}\n`)
    return 0
  }
  if (verb !== 'verify') throw new UsageError(usage)
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { items: { type: 'string', default: '2000' }, kills: { type: 'string', default: '20' } },
  })
  const names = positionals.length ? positionals : [...providers].flatMap(([name, { pull }]) => (pull ? [name] : []))
  for (const name of names)
    if (!providers.get(name)?.pull) throw new UsageError(`There is no connector ${name}; see earshot connectors list.`)
  return verifyAll(names, { items: positive(values.items), kills: positive(values.kills) })
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(usage)
  return Number(text)
}

async function verifyAll(names: readonly string[], size: { items: number; kills: number }): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-connectors-'))
  const embedded = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } })
  try {
    await migrate(embedded.connection)
    return await verifyIn(embedded.connection, names, size)
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function verifyIn(connection: Connection, names: readonly string[], size: { items: number; kills: number }) {
  const store = openStore({ ...connection, max: 4 })
  try {
    const { org, user } = await store.transaction(async (db) => ({
      org: (await createOrganization(db, { name: 'Connectors', features: {} })).id,
      user: (await createUser(db, { email: 'connectors@example.com', name: 'Connectors', password: newPassword() })).id,
    }))
    let failures = 0
    for (const name of names) {
      const result = await verifyConnector(name, {
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

const newPassword = () => crypto.randomUUID()

export const isGood = ({ lost, doubled, stale, problems }: Verification) =>
  lost + doubled + stale + problems.length === 0

const describe = (v: Verification) =>
  [
    `${isGood(v) ? 'ok    ' : 'FAILED'} ${v.provider.padEnd(18)}`,
    `${v.items} items, ${v.stored} stored, ${v.kills} kills, ${v.faults} faults, ${v.requests} requests`,
    `${v.lost} lost, ${v.doubled} doubled, ${v.stale} not up to date`,
    ...v.problems,
  ].join(' | ')
