import { CommanderError } from 'commander'
import { clientInventory } from '#client/inventory.ts'
import { UsageError } from '#client/usage-error.ts'
import type { Routes } from '#contract/core/route.ts'
import { type Command, commandsOf } from './commands.ts'
import { connectAs } from './connection.ts'
import { exit, reportError } from './failure.ts'
import { readInput } from './input.ts'
import { type Io, print } from './io.ts'
import { buildProgram } from './program.ts'

export type { Io } from './io.ts'

/** Runs a command and returns the exit code. */
export async function runCli(argv: string[], io: Io, inventory: Routes = clientInventory): Promise<number> {
  // Write errors are handled in print; without a listener they would end the process.
  io.stdout.on?.('error', () => {})
  const written = { out: '', err: '' }
  const commands = commandsOf(inventory)
  const args = withoutHelpCommand(argv)
  const program = buildProgram(args.slice(0, 1), {
    commands,
    io,
    run: (command, positionals, flags) => runCommand({ command, positionals, flags }, io, inventory),
    write: { out: (text) => void (written.out += text), err: (text) => void (written.err += text) },
  })
  try {
    const known = program.commands.some((command) => command.name() === args[0])
    // Commander answers `nonsense --help` with the general help.
    const isHelpFlag = (arg: string) => arg === '--help' || arg === '-h'
    const isWord = args[0] !== undefined && !args[0].startsWith('-')
    await program.parseAsync(isWord && !known ? args.filter((arg) => !isHelpFlag(arg)) : args, { from: 'user' })
    return exit.ok
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, io)
    if (written.out) return printed(io, written.out)
    return reportError(new UsageError(written.err.trimEnd()), io)
  }
}

async function printed(io: Io, text: string): Promise<number> {
  await print(io.stdout, text)
  return exit.ok
}

/** `help themes list` is `themes list --help`; no words at all ask for the general help. */
function withoutHelpCommand(argv: string[]): string[] {
  if (argv.length === 0) return ['--help']
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv
}

type Call = { command: Command; positionals: string[]; flags: Record<string, unknown> }

async function runCommand({ command, positionals, flags }: Call, io: Io, inventory: Routes): Promise<void> {
  const { input, json, all, dryRun, idempotencyKey } = await readInput(command, positionals, flags, io)
  const calls = await connectAs(io, inventory)
  const { id } = command.operation
  const asJson = json || !io.isTTY
  const { printAnswer, printPages } = await import('./output.ts')
  if (all) return printPages(calls.pages(id, input), asJson, io)
  await printAnswer(await calls.call(id, input, { idempotencyKey, dryRun }), asJson, io)
  if (dryRun) await print(io.stderr, 'Dry run: nothing was changed.\n')
}
