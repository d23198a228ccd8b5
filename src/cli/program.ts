import { Command as Program } from 'commander'
import { addBuiltIns } from './built-in.ts'
import { addOptions } from './options.ts'
import { type Command, kebab, resourcesOf } from './commands.ts'
import type { Io } from './io.ts'
import { serverCommands } from './server-commands.ts'

type Run = (command: Command, args: string[], flags: Record<string, unknown>) => Promise<void>
type ProgramOptions = {
  commands: Command[]
  io: Io
  run: Run
  write: { out(text: string): void; err(text: string): void }
}

const footer = `
The server and key come from EARSHOT_URL and EARSHOT_API_KEY, or from \`earshot login\` (several: --profile).
Exit codes: 0 success, 1 rejected by the server, 2 server or network failure, 64 wrong usage.`

/** Texts beside long flags, such as the orders of a list, are wrapped down to this many columns. */
const minDescriptionWidth = 30

/** All commands; those of a resource only when it is one of these words, because there are hundreds. */
export function buildProgram(words: readonly string[], options: ProgramOptions): Program {
  const { commands, io, run, write } = options
  const program = new Program('earshot')
    .description('Product feedback and planning. <resource> <command> calls the API.')
    .usage('<command> [arguments] [--flags]')
    .version(io.version)
    .option('--profile <name>', 'use the server and key that were stored under this name')
    .helpCommand('help [command...]', 'show help for a command')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ minWidthToWrap: minDescriptionWidth })
    .configureOutput({
      writeOut: write.out,
      writeErr: write.err,
      outputError: (text, to) => to(text.replace(/^error: /, '')),
      getOutHelpWidth: () => io.stdout.columns ?? 120,
      getErrHelpWidth: () => io.stdout.columns ?? 120,
    })
    .addHelpText('after', footer)
  program.commandsGroup('Resources of the API:')
  for (const resource of resourcesOf(commands)) {
    const own = commands.filter(({ words }) => words[0] === resource)
    const group = program.command(resource).description(verbsOf(own)).summary(verbsOf(own))
    if (words.includes(resource)) addCommands(group, own, 1, run)
    else if (own.length > 0) group.usage('<command>')
  }
  program.commandsGroup('Other commands:')
  addBuiltIns(program, words, io, () => buildProgram(resourcesOf(commands), options))
  program.commandsGroup('Commands of the server:')
  for (const [name, { usage, description }] of Object.entries(serverCommands))
    program.command(name).description(description).usage(usage)
  return program
}

const verbsOf = (commands: readonly Command[]) => commands.map(({ words }) => words.slice(1).join(' ')).join(', ')

/** Adds the commands whose words continue at this depth. */
function addCommands(group: Program, commands: readonly Command[], depth: number, run: Run) {
  const byWord = Map.groupBy(commands, ({ words }) => words[depth]!)
  for (const [word, under] of byWord) {
    const leaf = under.find(({ words }) => words.length === depth + 1)
    const deeper = under.filter((command) => command !== leaf)
    // A resource with a single command can be called by its name alone.
    const sub = group.command(word, { isDefault: depth === 1 && commands.length === 1 })
    if (leaf) addLeaf(sub, leaf, run)
    else sub.description(under.map(({ words }) => words.slice(depth + 1).join(' ')).join(', '))
    if (deeper.length > 0) addCommands(sub, deeper, depth + 1, run)
  }
}

function addLeaf(program: Program, command: Command, run: Run) {
  const { description } = command.operation.route
  program.summary(command.summary).description([command.summary, description].filter(Boolean).join('\n'))
  for (const name of command.positionals) program.argument(`<${kebab(name)}>`)
  addOptions(program, command)
  program.action(() => run(command, program.args, program.opts()))
}
