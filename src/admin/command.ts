import { UsageError } from '#client/usage-error.ts'
import { parseArgs } from 'node:util'
import type { AuditChanges } from '#domain/events/audit/rules.ts'
import type { Settings } from '#domain/context.ts'
import type { Db, Store } from '#store/open.ts'
import { type Flags, type FlagValues } from './flags.ts'

/** What the audit log says about a command; without an organization it concerns those of the user. */
type CommandAudit = { org?: string; user?: string; resource?: string; changes?: AuditChanges }

/** The result of a command: `value` for --json, `human` for the terminal. */
export type CommandResult = { value: object; human: string; audit?: CommandAudit }

export type AdminCommand<F extends Flags = Flags> = {
  summary: string
  /** Changes nothing, so it leaves no audit entry. */
  readOnly?: true
  example: string
  flags: F
  run(db: Db, flags: FlagValues<F>, settings: Settings): Promise<CommandResult>
  /** Long work in transactions of its own, after the one of `run`; its result is printed. */
  finish?(store: Store, flags: FlagValues<F>): Promise<CommandResult>
}

/** Keeps the types of the flags inside a command. */
export const command = <F extends Flags>(definition: AdminCommand<F>): AdminCommand =>
  definition as unknown as AdminCommand

const usage = (message: string, example: string) => new UsageError(`${message}\nExample: earshot admin ${example}`)

export function readFlags({ flags, example }: AdminCommand, argv: string[]): FlagValues<Flags> {
  const texts = parseFlags(flags, example, argv)
  const values: Record<string, unknown> = {}
  for (const [name, flag] of Object.entries(flags)) {
    const text = texts[name]
    if (text === undefined) {
      if (!flag.optional) throw usage(`--${name} is missing; it expects ${flag.expects}.`, example)
      continue
    }
    const value = flag.read(text)
    if (value === undefined) throw usage(`--${name} expects ${flag.expects}.`, example)
    values[name] = value
  }
  return values
}

function parseFlags(flags: Flags, example: string, argv: string[]): Record<string, string | undefined> {
  try {
    const options = Object.fromEntries(Object.keys(flags).map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ args: argv, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw usage((error as Error).message, example)
  }
}
