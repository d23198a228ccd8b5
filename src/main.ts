import { enableCompileCache, flushCompileCache } from 'node:module'
import { UsageError } from '#client/usage-error.ts'
import { compileCacheFolder } from '#compile-cache.ts'
import type { Config } from '#config/types.ts'

enableCompileCache(compileCacheFolder)

/** The client commands load no code of the server. */
const readConfig = async () => (await import('#config/read.ts')).readConfig()

const usage = 64
const unavailable = 69
const badConfiguration = 78
const internalError = 1

type Command = (argv: string[]) => Promise<number>

/** A command that opens the database; what the operator can repair is one sentence. */
const onDatabase =
  (run: (argv: string[], config: Config) => Promise<number>): Command =>
  async (argv) => {
    const config = await readConfig()
    try {
      return await run(argv, config)
    } catch (error) {
      throw (await import('./serve/start-failure.ts')).explainStartFailure(error, config)
    }
  }

const maintenance = (command: 'migrate' | 'demo' | 'admin') =>
  onDatabase(async (argv, config) => (await import('./serve/maintenance.ts')).runMaintenance(command, argv, config))

const backup = (command: 'backup' | 'restore') =>
  onDatabase(async (argv, config) => (await import('./serve/backup.ts')).runBackup(command, argv, config))

/** Each server command loads only the code it needs. */
const serverCommands: Record<string, Command> = {
  serve: onDatabase(async (argv, config) => {
    await (await import('./serve/serve.ts')).serve(argv, config)
    return 0
  }),
  async config() {
    const [{ deprecatedSettings }, { describeConfig }] = await Promise.all([
      import('#config/aliases.ts'),
      import('#config/describe.ts'),
    ])
    for (const { setting, replacement } of deprecatedSettings())
      process.stderr.write(`${setting} is deprecated; set ${replacement} instead.\n`)
    process.stdout.write(`${JSON.stringify(describeConfig(await readConfig()), null, 2)}\n`)
    return 0
  },
  doctor: async (argv) => (await import('./serve/doctor/run.ts')).runDoctor(argv),
  mail: async (argv) => (await import('./serve/mail-test.ts')).runMail(argv, await readConfig()),
  migrate: maintenance('migrate'),
  demo: maintenance('demo'),
  admin: maintenance('admin'),
  distribute: onDatabase(async (argv, config) => (await import('./serve/distribute.ts')).runDistribute(argv, config)),
  backup: backup('backup'),
  restore: backup('restore'),
  async mcp(argv) {
    await (await import('./mcp-command.ts')).runMcp(argv, process.env)
    return 0
  },
  prune: async () => (await import('./serve/prune.ts')).runPrune(),
  openapi: async () => (await import('./serve/print-openapi.ts')).printOpenApi(),
}

/** Everything else calls the API; the help of all commands is there too. */
const runClient: Command = async (argv) =>
  (await import('./cli/run.ts')).runCli(argv, {
    version: (await import('./version.ts')).version,
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    isTTY: process.stdout.isTTY === true,
  })

/** Errors that the person who typed the command can correct: the message without a stack. */
async function exitCodeOf(error: unknown): Promise<number> {
  const { ConfigError, StartError } = await import('#config/errors.ts')
  if (error instanceof ConfigError) return badConfiguration
  if (error instanceof StartError) return error.isConfiguration ? badConfiguration : unavailable
  const { code } = error as { code?: string }
  return error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS') ? usage : internalError
}

try {
  const [command = 'help', ...argv] = process.argv.slice(2)
  const asksForHelp = argv.includes('--help') || argv.includes('-h')
  const run = Object.hasOwn(serverCommands, command) && !asksForHelp ? serverCommands[command] : undefined
  // First: it must run in the main thread before any thread is started.
  if (run) await import('#engine/embed/onnx-runtime.ts')
  process.exitCode = await (run ? run(argv) : runClient([command, ...argv]))
  flushCompileCache()
} catch (error) {
  const exitCode = await exitCodeOf(error)
  const { message, stack } = error as Error
  process.stderr.write(`${exitCode === internalError ? (stack ?? error) : message}\n`)
  process.exit(exitCode)
}
