import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import type { LocalServer } from '#domain/integrations/local-server.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import { sealCredential } from '#domain/integrations/pull/credentials.ts'
import { restartPull, upsertPull } from '#domain/integrations/pull/queries.ts'
import { insertIntegration } from '#domain/integrations/queries.ts'
import { newToken } from '#domain/integrations/secrets.ts'
import { Check } from './check.ts'
import { compareRecords, type Comparison, exceededLimits } from './compare.ts'
import { type RunningServer, startLocalServer } from './local-http.ts'
import { pullOnce, type PullTarget } from './pull-once.ts'
import type { Runner } from './runner.ts'
import { createWorld } from './world.ts'

/* Fetches from a provider's local server while it fails, changes and the process is killed, and checks the result. */

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

const providersFolder = join(import.meta.dirname, '../../domain/integrations/providers')
/** Compiled files have another extension. */
const localServerFile = `local-server${extname(import.meta.filename)}`

export const loadLocalServer = async (name: string): Promise<LocalServer> =>
  ((await import(pathToFileURL(join(providersFolder, name, localServerFile)).href)) as { localServer: LocalServer })
    .localServer

const historyMs = 400 * 86_400_000

export async function verifyConnector(name: string, options: VerifyOptions): Promise<Verification> {
  const local = await loadLocalServer(name)
  const server = await startLocalServer(local, createWorld(local, Math.min(options.items, local.maxItems ?? Infinity)))
  try {
    return await verifyAgainst({ name, local, server, options })
  } finally {
    await server.close()
  }
}

type Setting = { name: string; local: LocalServer; server: RunningServer; options: VerifyOptions }

async function verifyAgainst({ name, local, server, options }: Setting): Promise<Verification> {
  const { store, vault, org } = options
  const items = server.world.items.length
  const kills = Math.min(options.kills, local.maxKills ?? Infinity)
  const { world, log, faults } = server
  const integration = newId()
  const source = `${name}-${integration.slice(-6)}`
  await connect({ name, local, server, options }, integration, source)
  // More pages than kills, so that every kill meets a page of its own.
  const pageSize = Math.max(2, Math.min(local.pageSize ?? 100, Math.floor(items / (2 * kills + 4))))
  const target = { org, integration, pageSize }
  const since = new Date(world.now - historyMs)
  const setCredential = (credential: LocalServer['credential']) =>
    upsertPull(store, org, integration, { ...sealCredential({ vault, org, integration }, credential), since })
  const check = new Check({ ...options, items, kills, local, server, target })
  const problems = await requireRefusal({ local, server, setCredential, target, options })
  await setCredential(local.credential)
  await check.run()
  const compared = { org, provider: name, source, local, items: world.items }
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

async function connect({ name, local, server, options }: Setting, id: string, source: string) {
  const { store, org, user } = options
  await insertIntegration(store, org, {
    id,
    provider: name,
    name,
    source,
    config: { ...local.config, base_url: server.url },
    mapping: local.mapping ?? null,
    token: newToken(),
    created_by: user,
    secret: null,
    secret_hint: null,
  })
}

type Refusal = Pick<Setting, 'local' | 'server' | 'options'> & {
  target: Omit<PullTarget, 'now'>
  setCredential(credential: LocalServer['credential']): Promise<unknown>
}

/** A wrong credential must be reported as one, without storing anything. */
async function requireRefusal({ local, server, options, target, setCredential }: Refusal): Promise<string[]> {
  if (Object.keys(local.credential).length === 0) return []
  await setCredential(local.wrongCredential ?? mapValues(local.credential, (value) => `${value}-wrong`))
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
