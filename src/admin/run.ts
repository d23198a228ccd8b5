import { UsageError } from '#client/usage-error.ts'
import type { Settings } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { Store } from '#store/open.ts'
import { accessCommands } from './access.ts'
import { auditCommand } from './audit.ts'
import { type AdminCommand, readFlags } from './command.ts'
import { peopleCommands } from './people.ts'
import { privacyCommands } from './privacy.ts'

const exitRefused = 1
const exitUsage = 64

export const commands: Record<string, AdminCommand> = { ...peopleCommands, ...accessCommands, ...privacyCommands }
/** Has transactions of its own and needs the keys of the configuration, so it runs outside this folder. */
const rotateSecrets = {
  example: 'rotate-secrets',
  summary: 'encrypt stored secrets with SECRET_KEY instead of SECRET_KEY_PREVIOUS',
}
const lines = [...Object.values(commands), rotateSecrets].map(
  ({ example, summary }) => `  ${example}\n      ${summary}`,
)
const help = ['earshot admin <command> [--json]', '', ...lines].join('\n')

/** `failed` output goes to stderr. */
type Print = (value: object, human: string, failed?: boolean) => void

/** Each command is one transaction, but for what it finishes afterwards. */
export async function runAdmin(argv: string[], store: Store, settings: Settings, print: Print): Promise<number> {
  const [name, ...rest] = argv.filter((arg) => arg !== '--json')
  const fail = (code: number, message: string) => {
    print({ error: { message } }, message, true)
    return code
  }
  const command = Object.hasOwn(commands, name ?? '') ? commands[name!] : undefined
  if (!command) {
    const problem = name === undefined ? 'A command is missing.' : `There is no command ${name}.`
    if (name !== 'help' && name !== '--help') return fail(exitUsage, `${problem}\n\n${help}`)
    print({ commands: [...Object.keys(commands), rotateSecrets.example] }, help)
    return 0
  }
  try {
    const flags = readFlags(command, rest)
    const result = await store.transaction(async (db) => {
      const made = await command.run(db, flags, settings)
      if (!command.readOnly) await auditCommand(db, `admin.${name}`, { flags, ...made })
      return made
    })
    const { value, human } = (await command.finish?.(store, flags)) ?? result
    print(value, human)
    return 0
  } catch (error) {
    if (error instanceof UsageError) return fail(exitUsage, error.message)
    if (error instanceof ApiError) return fail(exitRefused, error.message)
    throw error
  }
}
