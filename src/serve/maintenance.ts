import { runAdmin } from '#admin/run.ts'
import type { Config } from '#config/types.ts'
import { loadDemo } from '#demo/load.ts'
import { removeDemo } from '#demo/remove.ts'
import { migrate } from '#store/migrate.ts'
import { openStore, type Store } from '#store/open.ts'
import { longQueryTimeoutMs } from '#store/session.ts'
import { openDatabase } from './database.ts'
import { settingsOf } from './dependencies.ts'
import { runRotateSecrets } from './rotate-secrets.ts'
import { UsageError } from '#client/usage-error.ts'

/** Commands that work on the database directly, whether or not a server is running. */
export async function runMaintenance(
  command: 'migrate' | 'demo' | 'admin',
  argv: string[],
  config: Config,
): Promise<number> {
  const database = await openDatabase(config)
  try {
    const applied = await migrate(database.connection)
    if (command === 'migrate')
      return say({ applied }, argv, applied.length ? `applied ${applied.join(', ')}` : 'the database is up to date')
    const store = openStore({ ...database.connection, max: 2, query_timeout: longQueryTimeoutMs })
    return await (command === 'demo' ? demo : admin)(argv, store, config).finally(() => store.close())
  } finally {
    await database.stop()
  }
}

async function admin(argv: string[], store: Store, config: Config): Promise<number> {
  if (argv[0] === 'rotate-secrets') {
    const { value, human } = await runRotateSecrets(argv.slice(1), store, config)
    return say(value, argv, human)
  }
  return runAdmin(argv, store, settingsOf(config), (value, human, failed) => void say(value, argv, human, failed))
}

async function demo([verb, ...argv]: string[], store: Store, config: Config): Promise<number> {
  if (verb === 'load') {
    const loaded = await loadDemo(store, settingsOf(config), new Date())
    return say(loaded, argv, `sign-in  ${loaded.email}  ${loaded.password}\nAPI key  ${loaded.key}`)
  }
  if (verb === 'remove') {
    const gone = await removeDemo(store)
    return say(gone, argv, gone.removed ? 'removed the demo organization' : 'there was no demo organization')
  }
  throw new UsageError('earshot demo takes load or remove')
}

function say(value: object, argv: string[], human: string, failed = false): number {
  const stream = failed ? process.stderr : process.stdout
  stream.write(`${argv.includes('--json') ? JSON.stringify(value) : human}\n`)
  return 0
}
