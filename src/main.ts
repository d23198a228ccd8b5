import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { deprecatedSettings } from '#config/aliases.ts'
import { describeConfig } from '#config/describe.ts'
import { ConfigError } from '#config/errors.ts'
import { readConfig } from '#config/read.ts'

// The next start need not read the types out of every file again; where this folder cannot be written it is as before.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'earshot'))

const usage = 64
const badConfiguration = 78

const help = `earshot <command>

  serve [--port N] [--host H] [--role all|web|worker] [--processes N] [--demo]
  migrate                     bring the database up to date
  backup [file] [--org id]    everything, or one organization, into one file; backup verify <file> checks one
  restore <file> [--force]    bring a backup back into an empty database; --org id: one organization into an empty one
  mail test <address>         send a letter through SMTP_URL
  config                      print the configuration, secrets masked
  demo load|remove            the demo organization
  openapi                     print the OpenAPI document
  mcp [--write]               the MCP server over stdio
  admin <command>             organizations, members, keys, policy (earshot admin help)
  <resource> <verb>           call the API: earshot themes list --limit 5 (earshot help)
`

/** Server commands load only what they need; everything else is a call to the API. */
async function run([command = 'help', ...rest]: string[]): Promise<number> {
  switch (command) {
    case 'serve': {
      const { serve } = await import('#serve/serve.ts')
      await serve(rest, readConfig())
      return 0
    }
    case 'config':
      for (const { setting, replacement } of deprecatedSettings())
        process.stderr.write(`${setting} is deprecated; set ${replacement} instead.\n`)
      process.stdout.write(`${JSON.stringify(describeConfig(readConfig()), null, 2)}\n`)
      return 0
    case 'mail': {
      const { runMail } = await import('#serve/mail-test.ts')
      return runMail(rest, readConfig())
    }
    case 'migrate':
    case 'demo':
    case 'admin': {
      const { runMaintenance } = await import('#serve/maintenance.ts')
      return runMaintenance(command, rest, readConfig())
    }
    case 'backup':
    case 'restore': {
      const { runBackup } = await import('#serve/backup.ts')
      return runBackup(command, rest, readConfig())
    }
    case 'mcp': {
      const { runStdio } = await import('#mcp/stdio.ts')
      const { readCredentials } = await import('#cli/credentials.ts')
      await runStdio({ ...(await readCredentials(process.env)), write: rest.includes('--write') })
      return 0
    }
    case 'openapi': {
      const { printDocument } = await import('#serve/print-document.ts')
      return printDocument()
    }
    default: {
      const { isClientCommand, runCli } = await import('#cli/run.ts')
      if (command === 'help' || command === '--help') process.stdout.write(help)
      else if (!isClientCommand(command)) {
        process.stderr.write(`There is no command ${command}.\n\n${help}`)
        return usage
      }
      return runCli([command, ...rest], {
        stdout: process.stdout,
        stderr: process.stderr,
        stdin: process.stdin,
        env: process.env,
        isTTY: process.stdout.isTTY === true,
      })
    }
  }
}

try {
  process.exitCode = await run(process.argv.slice(2))
  flushCompileCache()
} catch (error) {
  const known =
    error instanceof ConfigError ||
    ['UsageError', 'Usage'].includes((error as Error).name) ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(known ? `${(error as Error).message}\n` : `${(error as Error).stack ?? error}\n`)
  process.exit(error instanceof ConfigError ? badConfiguration : known ? usage : 1)
}
