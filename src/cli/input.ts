import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Command } from './commands.ts'
import { UsageError } from '#client/usage-error.ts'
import { flagOf, type Option, optionsOf, valueOf } from './flags.ts'
import { type Io, readAll } from './io.ts'

export type CallValues = Record<string, unknown>
export type Invocation = { input: CallValues; json: boolean; all: boolean; idempotencyKey: string | undefined }

/** Parses the arguments of a command into the input of its operation. */
export async function readInput(command: Command, args: string[], io: Io): Promise<Invocation> {
  const options = optionsOf(command)
  const { values, positionals } = parseArgs({
    args: joinDashedValues(args, options),
    options,
    allowPositionals: true,
    allowNegative: true,
  })
  const input: CallValues = {
    ...(typeof values.data === 'string' && (await readData(values.data, io))),
    ...flagValues(command, values),
    ...positionalValues(command, positionals),
    ...(command.operation.action !== undefined && { action: command.operation.action }),
  }
  requireFields(command, input)
  return {
    input,
    json: values.json === true,
    all: values.all === true,
    idempotencyKey: values['idempotency-key'] as string | undefined,
  }
}

/** `--sort -created_at`: the value of a flag may start with a dash, which parseArgs does not allow. */
function joinDashedValues(args: string[], options: Record<string, Option>): string[] {
  const joined: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    const takesValue = arg.startsWith('--') && options[arg.slice(2)]?.type === 'string'
    joined.push(takesValue && /^-[^-]/.test(args[i + 1] ?? '') ? `${arg}=${args[++i]}` : arg)
  }
  return joined
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

function flagValues({ fields }: Command, values: Values): CallValues {
  const set = fields.filter((field) => values[flagOf(field)] !== undefined)
  return Object.fromEntries(set.map((field) => [field.name, valueOf(field, values[flagOf(field)]!)]))
}

function positionalValues({ words, positionals }: Command, args: string[]): CallValues {
  if (args.length > positionals.length)
    throw new UsageError(`${words.join(' ')} does not accept ${args[positionals.length]}`)
  const missing = positionals[args.length]
  if (missing !== undefined) throw new UsageError(`${words.join(' ')} needs <${missing}>`)
  return Object.fromEntries(positionals.map((name, i) => [name, args[i]]))
}

function requireFields({ words, fields }: Command, input: CallValues) {
  const missing = fields.filter(({ name, required }) => required && !(name in input))
  if (missing.length > 0)
    throw new UsageError(`${words.join(' ')} needs ${missing.map((field) => `--${flagOf(field)}`).join(', ')}`)
}

/** A JSON body: inline, from a file (`@name`) or from stdin (`-`). */
export async function readData(data: string, io: Io): Promise<CallValues> {
  const value = parseBody(await dataText(data, io))
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new UsageError('the body must be a JSON object')
  return value as CallValues
}

async function dataText(data: string, io: Io): Promise<string> {
  if (data === '-') return readAll(io.stdin)
  return data.startsWith('@') ? fileText(data.slice(1)) : data
}

async function fileText(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`the body is not JSON: ${(error as Error).message}`)
  }
}
