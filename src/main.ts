import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { deprecatedSettings } from '#config/aliases.ts'
import { describeConfig } from '#config/describe.ts'
import { UsageError } from '#client/usage-error.ts'
import { ConfigError } from '#config/errors.ts'
import { readConfig } from '#config/read.ts'

// Caches stripped types for the next start; does nothing where the folder is not writable.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'earshot'))

const usage = 64
const badConfiguration = 78
const internalError = 1

const help = `earshot <command>

  serve [--port N] [--host H] [--role all|web|worker] [--processes N] [--demo]
  migrate                     bring the database up to date
  backup [file] [--org id]    everything, or one organization, into one file; backup verify <file> checks one
  restore <file> [--force]    bring a backup back into an empty database; --org id: one organization into an empty one
  mail test <address>         send a test message through SMTP_URL
  config                      print the configuration, secrets masked
  demo load|remove            the demo organization
  openapi                     print the OpenAPI document
  mcp [--write]               the MCP server over stdio
  admin <command>             organizations, members, keys, policy (earshot admin help)
  <resource> <verb>           call the API: earshot themes list --limit 5 (earshot help)
`

type Command = (argv: string[]) => Promise<number>

const maintenance =
  (command: 'migrate' | 'demo' | 'admin'): Command =>
  async (argv) =>
    (await import('./serve/maintenance.ts')).runMaintenance(command, argv, readConfig())

const backup =
  (command: 'backup' | 'restore'): Command =>
  async (argv) =>
    (await import('./serve/backup.ts')).runBackup(command, argv, readConfig())

/** Each server command loads only the code it needs. */
const serverCommands: Record<string, Command> = {
  async serve(argv) {
    await (await import('./serve/serve.ts')).serve(argv, readConfig())
    return 0
  },
  async config() {
    for (const { setting, replacement } of deprecatedSettings())
      process.stderr.write(`${setting} is deprecated; set ${replacement} instead.\n`)
    process.stdout.write(`${JSON.stringify(describeConfig(readConfig()), null, 2)}\n`)
    return 0
  },
  mail: async (argv) => (await import('./serve/mail-test.ts')).runMail(argv, readConfig()),
  migrate: maintenance('migrate'),
  demo: maintenance('demo'),
  admin: maintenance('admin'),
  backup: backup('backup'),
  restore: backup('restore'),
  async mcp(argv) {
    const { runStdio } = await import('./mcp/stdio.ts')
    const { readCredentials } = await import('./cli/credentials.ts')
    await runStdio({ ...(await readCredentials(process.env)), write: argv.includes('--write') })
    return 0
  },
  openapi: async () => (await import('./serve/print-openapi.ts')).printOpenApi(),
}

/** Everything else calls the API. */
async function runClient(command: string, argv: string[]): Promise<number> {
  const { isClientCommand, runCli } = await import('./cli/run.ts')
  if (command === 'help' || command === '--help') process.stdout.write(help)
  else if (!isClientCommand(command)) {
    process.stderr.write(`There is no command ${command}.\n\n${help}`)
    return usage
  }
  return runCli([command, ...argv], {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    isTTY: process.stdout.isTTY === true,
  })
}

/** Errors of the person who typed the command: the message without a stack. */
function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return badConfiguration
  const { code } = error as { code?: string }
  return error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS') ? usage : internalError
}

try {
  const [command = 'help', ...argv] = process.argv.slice(2)
  const run = Object.hasOwn(serverCommands, command) ? serverCommands[command] : undefined
  process.exitCode = await (run ? run(argv) : runClient(command, argv))
  flushCompileCache()
} catch (error) {
  const exitCode = exitCodeOf(error)
  const { message, stack } = error as Error
  process.stderr.write(`${exitCode === internalError ? (stack ?? error) : message}\n`)
  process.exit(exitCode)
}
