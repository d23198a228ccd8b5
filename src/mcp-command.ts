import { readCredentials } from './cli/credentials.ts'
import { runStdio } from './mcp/stdio.ts'
import { parseToolsets } from './mcp/toolsets.ts'

/** `earshot mcp`, and the whole of the single file that `npm run build:mcp` makes. */
export async function runMcp(argv: readonly string[], env: Record<string, string | undefined>): Promise<void> {
  const at = argv.indexOf('--toolsets')
  const named = argv.indexOf('--profile')
  const profile = named < 0 ? undefined : argv[named + 1]
  const toolsets = parseToolsets(at < 0 ? null : argv[at + 1])
  await runStdio({ ...(await readCredentials({ env, profile })), write: argv.includes('--write'), toolsets })
}
