import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, closeSync, existsSync, globSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#free-port.ts'

export type ClusterNode = {
  host: string
  port: number
  /** Of a node that the tests started, and may kill. */
  dataDir?: string
}
export type Cluster = { user: string; password?: string; nodes: ClusterNode[]; bin?: string }
type RunningCluster = { cluster: Cluster; stop(): Promise<void> }

export const missing =
  'There is no Citus: set CITUS_URL to the coordinator of a cluster, or install Citus for a PostgreSQL of this machine.'

/** Why a test that kills nodes is skipped; undefined where it runs. */
export const whyNotKillable = (cluster: Cluster | undefined): string | undefined => {
  if (!cluster) return missing
  return cluster.nodes.every(({ dataDir }) => dataDir) ? undefined : 'CITUS_URL names servers that are not ours'
}

/** The cluster of CITUS_URL, or one coordinator and two workers started from PostgreSQL binaries that have Citus. */
export async function openCluster(folder: string): Promise<RunningCluster | undefined> {
  const url = process.env.CITUS_URL
  if (url) return { cluster: await clusterOf(url), stop: async () => {} }
  const bin = findBinaries()
  return bin ? startCluster(bin, folder) : undefined
}

export const findBinaries = () =>
  [process.env.PG_BIN, ...globSync('/usr/lib/postgresql/*/bin'), ...globSync('/usr/pgsql-*/bin')]
    .filter((bin) => bin !== undefined)
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, '../lib/citus.so')))

async function clusterOf(url: string): Promise<Cluster> {
  const { hostname, port, username, password } = new URL(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query<ClusterNode>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary'`,
    )
    .finally(() => client.end())
  return {
    user: username,
    ...(password && { password }),
    nodes: [{ host: hostname, port: Number(port || 5432) }, ...rows],
  }
}

/** PostgreSQL does not run as root. */
function account() {
  if (process.getuid?.() !== 0) return {}
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

async function startCluster(bin: string, folder: string): Promise<RunningCluster> {
  const nodes: Required<ClusterNode>[] = []
  for (const name of ['coordinator', 'worker-1', 'worker-2'])
    nodes.push({ host: '127.0.0.1', port: await freePort('127.0.0.1'), dataDir: createNode(bin, join(folder, name)) })
  for (const node of nodes) configure(node)
  await Promise.all(nodes.map((node) => startNode(bin, node)))
  return {
    cluster: { user: 'postgres', nodes, bin },
    async stop() {
      for (const node of nodes) signalNode(node, 'SIGINT')
      for (const node of nodes) await waitUntilStopped(node)
    },
  }
}

function createNode(bin: string, dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const { uid, gid } = account()
  if (uid !== undefined) {
    chownSync(join(dataDir, '..'), uid, gid)
    chownSync(dataDir, uid, gid)
  }
  const options = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']
  execFileSync(join(bin, 'initdb'), options, { stdio: 'ignore', ...account() })
  return dataDir
}

const configure = ({ dataDir, port }: Required<ClusterNode>) =>
  appendFileSync(
    join(dataDir, 'postgresql.conf'),
    `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${dataDir}'
shared_preload_libraries = 'citus'
wal_level = logical
shared_buffers = 64MB
max_connections = 200
max_prepared_transactions = 200
citus.shard_count = 4
citus.node_conninfo = 'sslmode=prefer'
citus.recover_2pc_interval = '10s'
fsync = on
`,
  )

/** Also starts a killed node again; it refuses to start until the last of its former processes has ended. */
export async function startNode(bin: string, node: Required<ClusterNode>): Promise<void> {
  for (let left = 60; !(await tryStart(bin, node)); left--) {
    if (left === 0) throw new Error(`${node.dataDir} does not start; see server.log there`)
    await sleep(500)
  }
}

async function tryStart(bin: string, node: Required<ClusterNode>): Promise<boolean> {
  const log = openSync(join(node.dataDir, 'server.log'), 'a')
  const server = spawn(join(bin, 'postgres'), ['-D', node.dataDir], {
    stdio: ['ignore', log, log],
    detached: true,
    // It looks for certificates in the home folder.
    env: { ...process.env, HOME: node.dataDir },
    ...account(),
  })
  closeSync(log)
  server.unref()
  const ended = once(server, 'exit').then(() => false)
  return Promise.race([ended, waitUntilOpen(node).then(() => true)])
}

const pidOf = ({ dataDir }: Required<ClusterNode>) => {
  const file = join(dataDir, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(pid))
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return 'State: Z'
  }
}

/** SIGKILL of the postmaster ends its other processes as soon as they notice. */
export function signalNode(node: Required<ClusterNode>, signal: NodeJS.Signals) {
  const pid = pidOf(node)
  if (pid !== undefined && isRunning(pid)) process.kill(pid, signal)
}

async function waitUntilStopped(node: Required<ClusterNode>) {
  const pid = pidOf(node)
  for (let left = 300; pid !== undefined && isRunning(pid) && left > 0; left--) await sleep(100)
}

async function waitUntilOpen({ host, port }: ClusterNode) {
  for (let left = 300; ; left--) {
    const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 1000 })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (left === 0) throw error
      await sleep(100)
    }
  }
}
