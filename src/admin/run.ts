import type { Settings } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { Store } from '#store/open.ts'
import { accessCommands } from './access.ts'
import { type Command, readFlags } from './command.ts'
import { WrongFlags } from './flags.ts'
import { peopleCommands } from './people.ts'

const refused = 1
const wrongUsage = 64

const commands: Record<string, Command> = { ...peopleCommands, ...accessCommands }
const lines = Object.values(commands).map(({ example, summary }) => `  ${example}\n      ${summary}`)
const help = ['earshot admin <command> [--json]', '', ...lines].join('\n')

/** `failed` text is for stderr, so that a script reading stdout is not misled. */
export type Print = (value: object, human: string, failed?: boolean) => void

/** Each command is one transaction: it is done, or nothing of it is. */
export async function runAdmin(argv: string[], store: Store, settings: Settings, print: Print): Promise<number> {
  const [name, ...rest] = argv.filter((arg) => arg !== '--json')
  const complain = (code: number, message: string) => {
    print({ error: { message } }, message, true)
    return code
  }
  const command = Object.hasOwn(commands, name ?? '') ? commands[name!] : undefined
  if (!command) {
    const problem = name === undefined ? 'Which command?' : `There is no command ${name}.`
    if (name !== 'help' && name !== '--help') return complain(wrongUsage, `${problem}\n\n${help}`)
    print({ commands: Object.keys(commands) }, help)
    return 0
  }
  try {
    const flags = readFlags(command, rest)
    const { value, human } = await store.transaction((db) => command.run(db, flags, settings))
    print(value, human)
    return 0
  } catch (error) {
    if (error instanceof WrongFlags) return complain(wrongUsage, error.message)
    if (error instanceof ApiError) return complain(refused, error.message)
    throw error
  }
}
