import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import type { Simulator } from './simulator.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import { sealCredential } from '#domain/integrations/pull/credentials.ts'
import { restartPull, upsertPull } from '#domain/integrations/pull/queries.ts'
import { insertIntegration } from '#domain/integrations/queries.ts'
import { newInboundToken } from '#domain/integrations/secrets.ts'
import { Check } from './check.ts'
import { compareRecords, type Comparison, exceededLimits } from './compare.ts'
import { type RunningServer, startSimulator } from './start-simulator.ts'
import { pullOnce, type PullTarget } from './pull-once.ts'
import type { Runner } from './runner.ts'
import { createWorld } from './world.ts'

/* Fetches from the simulator of a provider while it fails, changes and the process is killed, and checks the result. */

export type VerifyOptions = {
  store: Store
  vault: Vault
  org: string
  user: string
  items: number
  kills: number
  /** By default runs are ended by an exception in this process. */
  runner?: (target: { org: string; integration: string; pageSize: number }) => Runner
}

export type Verification = Comparison & {
  provider: string
  items: number
  kills: number
  faults: number
  requests: number
  problems: string[]
}

export const loadSimulator = async (name: string): Promise<Simulator> =>
  ((await import(`./providers/${name}.ts`)) as { simulator: Simulator }).simulator

const historyMs = 400 * 86_400_000

export async function verifyProvider(name: string, options: VerifyOptions): Promise<Verification> {
  const simulator = await loadSimulator(name)
  const server = await startSimulator(
    simulator,
    createWorld(simulator, Math.min(options.items, simulator.maxItems ?? Infinity)),
  )
  try {
    return await verifyAgainst({ name, simulator, server, options })
  } finally {
    await server.close()
  }
}

type Setting = { name: string; simulator: Simulator; server: RunningServer; options: VerifyOptions }

async function verifyAgainst({ name, simulator, server, options }: Setting): Promise<Verification> {
  const { store, vault, org } = options
  const items = server.world.items.length
  const kills = Math.min(options.kills, simulator.maxKills ?? Infinity)
  const { world, log, faults } = server
  const integration = newId()
  const source = `${name}-${integration.slice(-6)}`
  await connect({ name, simulator, server, options }, integration, source)
  // More pages than kills, so that every kill meets a page of its own.
  const pageSize = Math.max(2, Math.min(simulator.pageSize ?? 100, Math.floor(items / (2 * kills + 4))))
  const target = { org, integration, pageSize }
  const since = new Date(world.now - historyMs)
  const setCredential = (credential: Simulator['credential']) =>
    upsertPull(store, org, integration, { ...sealCredential({ vault, org, integration }, credential), since })
  const check = new Check({ ...options, items, kills, simulator, server, target })
  const problems = await requireRefusal({ simulator, server, setCredential, target, options })
  await setCredential(simulator.credential)
  await check.run()
  const compared = { org, provider: name, source, simulator, items: world.items }
  const comparison = await compareRecords(store, compared)
  problems.push(...check.problems, ...exceededLimits(providers.get(name)!.pull!.limits, log))
  if (check.killed < kills) problems.push(`only ${check.killed} of ${kills} kills happened`)
  const requests = log.length
  // Reading everything a second time must change nothing.
  await restartPull(store, org, integration, since)
  await check.untilUpToDate()
  const again = await compareRecords(store, compared)
  if (JSON.stringify(again) !== JSON.stringify(comparison)) problems.push('reading again changed what is stored')
  return {
    provider: name,
    items: world.items.length,
    kills: check.killed,
    faults: faults.injected,
    requests,
    ...comparison,
    problems,
  }
}

async function connect({ name, simulator, server, options }: Setting, id: string, source: string) {
  const { store, org, user } = options
  const integration = {
    id,
    provider: name,
    name,
    source,
    config: { ...simulator.config, base_url: server.url },
    mapping: simulator.mapping ?? null,
    token: newInboundToken(),
    created_by: user,
    secret: null,
    secret_hint: null,
  }
  await store.transaction((db) => insertIntegration(db, org, integration))
}

type Refusal = Pick<Setting, 'simulator' | 'server' | 'options'> & {
  target: Omit<PullTarget, 'now'>
  setCredential(credential: Simulator['credential']): Promise<unknown>
}

/** A wrong credential must be reported as one, without storing anything. */
async function requireRefusal({ simulator, server, options, target, setCredential }: Refusal): Promise<string[]> {
  if (Object.keys(simulator.credential).length === 0) return []
  await setCredential(simulator.wrongCredential ?? mapValues(simulator.credential, (value) => `${value}-wrong`))
  server.faults.isActive = false
  const hooks = { afterAnswer: async () => {}, afterCommit: () => {} }
  const { result, failure, now } = await pullOnce(options, { ...target, now: server.world.now }, hooks)
  server.faults.isActive = true
  server.world.now = now
  const isReported = result === 'failed' && ['credential_refused', 'not_allowed'].includes(failure?.code ?? '')
  return isReported ? [] : [`a wrong credential ended with ${failure?.code ?? result}`]
}

const mapValues = (object: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
