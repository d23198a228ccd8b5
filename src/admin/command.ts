import { parseArgs } from 'node:util'
import type { Settings } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { type Flags, type Values, WrongFlags } from './flags.ts'

/** What a command has to say: to a program, and to a person. */
export type Outcome = { value: object; human: string }

export type Command<F extends Flags = Flags> = {
  summary: string
  example: string
  flags: F
  run(db: Db, flags: Values<F>, settings: Settings): Promise<Outcome>
}

/** Keeps the flags' own types while the table holds all commands alike. */
export const command = <F extends Flags>(wanted: Command<F>): Command => wanted as unknown as Command

const usage = (message: string, example: string) => new WrongFlags(`${message}\nExample: earshot admin ${example}`)

export function readFlags({ flags, example }: Command, argv: string[]): Values<Flags> {
  const given = parsed(flags, example, argv)
  const values: Record<string, unknown> = {}
  for (const [name, flag] of Object.entries(flags)) {
    const text = given[name]
    if (text === undefined) {
      if (!flag.optional) throw usage(`--${name} is missing; it takes ${flag.takes}.`, example)
      continue
    }
    const value = flag.read(text)
    if (value === undefined) throw usage(`--${name} takes ${flag.takes}.`, example)
    values[name] = value
  }
  return values
}

function parsed(flags: Flags, example: string, argv: string[]): Record<string, string | undefined> {
  try {
    const options = Object.fromEntries(Object.keys(flags).map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ args: argv, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw usage((error as Error).message, example)
  }
}
