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

/** Runs a command and returns the exit code. */
export async function runCli(argv: string[], terminal: Io, inventory: Routes = clientInventory): Promise<number> {
  const { words, profile } = takeProfile(argv)
  const io = { ...terminal, profile }
  // Write errors are handled in print; without a listener they would end the process.
  io.stdout.on?.('error', () => {})
  const written = { out: '', err: '' }
  const commands = commandsOf(inventory)
  const args = withoutHelpCommand(words)
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
    // A group of commands, without one of them, says which ones it has.
    if (error.code === 'commander.help') return printed(io, written.err)
    return reportError(new UsageError(written.err.trimEnd()), io)
  }
}

/** `--profile` is known to every command, wherever it is. */
function takeProfile(argv: string[]): { words: string[]; profile: string | undefined } {
  const end = argv.indexOf('--')
  const flags = end < 0 ? argv : argv.slice(0, end)
  const at = flags.findIndex((word) => word === '--profile' || word.startsWith('--profile='))
  if (at < 0) return { words: argv, profile: undefined }
  const [flag, next] = [flags[at]!, flags[at + 1]]
  const isJoined = flag.includes('=')
  const profile = isJoined ? flag.slice(flag.indexOf('=') + 1) : next
  return { words: argv.toSpliced(at, isJoined || next === undefined ? 1 : 2), profile: profile ?? '' }
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
  const { input, format, columns, jq, all, dryRun, idempotencyKey } = await readInput(command, positionals, flags, io)
  const calls = await connectAs(io, inventory)
  const { id } = command.operation
  const output = { format: format ?? (io.isTTY ? 'table' : 'json'), columns, jq } as const
  const { printAnswer, printPages } = await import('./output.ts')
  if (all) return printPages(calls.pages(id, input), output, io)
  await printAnswer(await calls.call(id, input, { idempotencyKey, dryRun }), output, io)
  if (dryRun) await print(io.stderr, 'Dry run: nothing was changed.\n')
}
