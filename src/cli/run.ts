import { publicInventory } from '#contract/index.ts'
import type { Routes } from '#contract/core/route.ts'
import { type Command, commandsOf, findCommand, leadingWords, resourcesOf } from './commands.ts'
import { completionScript } from './completion.ts'
import { connectAs } from './connection.ts'
import { UsageError } from '#client/usage-error.ts'
import { exit, reportError } from './failure.ts'
import { exportLists } from './export.ts'
import { builtIn, helpOn } from './help.ts'
import { importFile } from './import.ts'
import { readInput } from './input.ts'
import { type Io, print } from './io.ts'
import { login } from './login.ts'
import { printAnswer, printPages } from './output.ts'
import { callApi } from './raw.ts'
import { tailEvents } from './tail.ts'

export type { Io } from './io.ts'

/** Whether this is a command of the API client, not of the server. */
export const isClientCommand = (name: string) =>
  Object.hasOwn(builtIn, name) ||
  name === '--help' ||
  name === '-h' ||
  resourcesOf(commandsOf(publicInventory)).includes(name)

/** Runs a command and returns the exit code. */
export async function runCli(argv: string[], io: Io, inventory: Routes = publicInventory): Promise<number> {
  // Write errors are handled in print; without a listener they would end the process.
  io.stdout.on?.('error', () => {})
  try {
    await dispatch(argv, io, inventory)
    return exit.ok
  } catch (error) {
    return reportError(error, io)
  }
}

async function dispatch(argv: string[], io: Io, inventory: Routes): Promise<void> {
  const commands = commandsOf(inventory)
  const words = leadingWords(argv)
  const [first, ...rest] = argv
  if (first === undefined || first === 'help') return printHelp(commands, words.slice(1), io)
  if (argv.includes('--help') || argv.includes('-h')) return printHelp(commands, words, io)
  if (first === 'login') return login(rest, io)
  if (first === 'api') return callApi(rest, io)
  if (first === 'import') return importFile(rest, io)
  if (first === 'export') return exportLists(rest, io)
  if (first === 'events' && rest[0] === 'tail') return tailEvents(rest.slice(1), io)
  if (first === 'completion') return print(io.stdout, completionScript(commands, rest[0]))
  const found = findCommand(commands, words)
  if (!found) throw unknown(commands, words)
  return runCommand(found.command, argv.slice(found.used), io, inventory)
}

async function runCommand(command: Command, args: string[], io: Io, inventory: Routes): Promise<void> {
  const { input, json, all, idempotencyKey } = await readInput(command, args, io)
  const calls = await connectAs(io, inventory)
  const { id } = command.operation
  const asJson = json || !io.isTTY
  if (all) return printPages(calls.pages(id, input), asJson, io)
  return printAnswer(await calls.call(id, input, { idempotencyKey }), asJson, io)
}

/** Words after a command are arguments and are ignored. */
async function printHelp(commands: Command[], words: string[], io: Io): Promise<void> {
  const command = findCommand(commands, words)
  const text = helpOn(commands, command ? command.command.words : words)
  if (text === undefined) throw unknown(commands, words)
  return print(io.stdout, text)
}

function unknown(commands: Command[], words: string[]): UsageError {
  const resource = words[0] ?? ''
  if (!resourcesOf(commands).includes(resource))
    return new UsageError(`there is no command ${resource}; see \`earshot help\``)
  const problem = words.length > 1 ? `there is no command ${words.join(' ')}` : `${resource} needs a command`
  return new UsageError(`${problem}; see \`earshot ${resource} --help\``)
}
