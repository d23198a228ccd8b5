import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Command } from './commands.ts'
import { Usage } from './failure.ts'
import { flagOf, type Option, optionsOf, valueOf } from './flags.ts'
import { type Io, readAll } from './io.ts'

export type Bag = Record<string, unknown>
export type Invocation = { input: Bag; json: boolean; all: boolean; idempotencyKey: string | undefined }

/** The rest of a command line, as the input of its operation. */
export async function readInput(command: Command, args: string[], io: Io): Promise<Invocation> {
  const options = optionsOf(command)
  const { values, positionals } = parseArgs({
    args: withValuesJoined(args, options),
    options,
    allowPositionals: true,
    allowNegative: true,
  })
  const input: Bag = {
    ...(typeof values.data === 'string' && (await readData(values.data, io))),
    ...flagged(command, values),
    ...placed(command, positionals),
    ...(command.operation.action !== undefined && { action: command.operation.action }),
  }
  requireAll(command, input)
  return {
    input,
    json: values.json === true,
    all: values.all === true,
    idempotencyKey: values['idempotency-key'] as string | undefined,
  }
}

/** `--sort -created_at`: what follows a flag that takes a value is its value, even with a dash before it. */
function withValuesJoined(args: string[], options: Record<string, Option>): string[] {
  const joined: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    const takesValue = arg.startsWith('--') && options[arg.slice(2)]?.type === 'string'
    joined.push(takesValue && /^-[^-]/.test(args[i + 1] ?? '') ? `${arg}=${args[++i]}` : arg)
  }
  return joined
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

function flagged({ fields }: Command, values: Values): Bag {
  const given = fields.filter((field) => values[flagOf(field)] !== undefined)
  return Object.fromEntries(given.map((field) => [field.name, valueOf(field, values[flagOf(field)]!)]))
}

function placed({ words, positionals }: Command, given: string[]): Bag {
  if (given.length > positionals.length)
    throw new Usage(`${words.join(' ')} does not take ${given[positionals.length]}`)
  const missing = positionals[given.length]
  if (missing !== undefined) throw new Usage(`${words.join(' ')} needs <${missing}>`)
  return Object.fromEntries(positionals.map((name, i) => [name, given[i]]))
}

function requireAll({ words, fields }: Command, input: Bag) {
  const missing = fields.filter(({ name, required }) => required && !(name in input))
  if (missing.length > 0)
    throw new Usage(`${words.join(' ')} needs ${missing.map((field) => `--${flagOf(field)}`).join(', ')}`)
}

/** A body as it stands, from a file (`@name`) or from stdin (`-`). */
export async function readData(data: string, io: Io): Promise<Bag> {
  const text = data === '-' ? await readAll(io.stdin) : data.startsWith('@') ? await fileText(data.slice(1)) : data
  const value = parsed(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Usage('the body has to be a JSON object')
  return value as Bag
}

async function fileText(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    throw new Usage(`${name} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Usage(`the body is not JSON: ${(error as Error).message}`)
  }
}
