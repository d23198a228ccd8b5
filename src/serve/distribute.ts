import { parseArgs } from 'node:util'
import { UsageError } from '#client/usage-error.ts'
import type { Config } from '#config/types.ts'
import { distribute, DistributeRefusedError, type Distribution } from '#store/distribute.ts'

const exitFailed = 1

/** Spreads the tables of the database of DATABASE_URL over the nodes of its Citus cluster. */
export async function runDistribute(argv: string[], config: Config): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  if (positionals.length) throw new UsageError('earshot distribute [--yes] [--json]')
  try {
    const result = await distribute(connectionOf(config), values.yes)
    process.stdout.write(`${values.json ? JSON.stringify(result) : describe(result)}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof DistributeRefusedError)) throw error
    process.stderr.write(`${error.message}\n`)
    return exitFailed
  }
}

/** The embedded server is not started: it is refused. */
const connectionOf = ({ databaseUrl, namedStatements }: Config) =>
  databaseUrl ? { connectionString: databaseUrl, namedStatements } : { embedded: true }

const list = (names: readonly string[]) => (names.length ? names.join(', ') : 'none')

export function describe({ cluster, plan, distributed }: Distribution): string {
  const { workers, version, shards } = cluster
  const addresses = workers.map(({ host, port }) => `${host}:${port}`)
  const header = `Citus ${version}, ${workers.length} workers: ${addresses.join(', ')}`
  if (plan.reference.length + plan.distribute.length === 0)
    return `${header}\nAll ${plan.done.length} tables are in the cluster already.`
  const lines = [
    header,
    `By organization, in ${shards} shards (${plan.distribute.length}): ${list(plan.distribute)}`,
    `Copied to every node (${plan.reference.length}): ${list(plan.reference)}`,
    `Only on the coordinator (${plan.local.length}, and the job queue): ${list(plan.local)}`,
    `Foreign keys created again: ${plan.foreignKeys.length}`,
    `Unique without the organization, a plain index instead: ${list(plan.globalUniques.map(({ name }) => name))}`,
    ...(cluster.canMoveShards ? [] : ['wal_level is not logical: shards cannot be moved to other nodes while in use.']),
    distributed
      ? 'Done.'
      : 'No table was moved. Make a backup, stop all servers and run this again with --yes to carry it out.',
  ]
  return lines.join('\n')
}
