import { parseInputJson } from './json.ts'
import { readFile } from 'node:fs/promises'
import type { Command } from './commands.ts'
import { UsageError } from '#client/usage-error.ts'
import { flagOf, type FlagValue, outputFormats, type OutputFormat, valueOf } from './flags.ts'
import { attributeOf } from './options.ts'
import { type Io, readAll } from './io.ts'

type CallValues = Record<string, unknown>
type Invocation = {
  input: CallValues
  /** As asked for; it depends on the terminal by default. */
  format: OutputFormat | undefined
  columns: string[] | undefined
  /** A filter of jq for the answer. */
  jq: string | undefined
  all: boolean
  dryRun: boolean
  idempotencyKey: string | undefined
}

/** The input of an operation, from the arguments and flags of its command. */
export async function readInput(
  command: Command,
  args: readonly string[],
  flags: Record<string, unknown>,
  io: Io,
): Promise<Invocation> {
  const input: CallValues = {
    ...(typeof flags.data === 'string' && (await readData(flags.data, io))),
    ...flagValues(command, flags),
    ...Object.fromEntries(command.positionals.map((name, i) => [name, args[i]])),
    ...(command.operation.action !== undefined && { action: command.operation.action }),
  }
  requireFields(command, input)
  return {
    input,
    format: formatOf(flags),
    columns: (flags.columns as string | undefined)?.split(',').map((name) => name.trim()),
    jq: jqOf(flags),
    all: flags.all === true,
    dryRun: flags.dryRun === true,
    idempotencyKey: flags.idempotencyKey as string | undefined,
  }
}

function formatOf({ output, json }: Record<string, unknown>): OutputFormat | undefined {
  if (output === undefined) return json === true ? 'json' : undefined
  const format = outputFormats.find((known) => known === output)
  if (format === undefined)
    throw new UsageError(`--output is one of ${outputFormats.join(', ')}, not ${String(output)}`)
  return format
}

function jqOf({ jq, output, columns }: Record<string, unknown>): string | undefined {
  if (jq === undefined) return undefined
  if ((output !== undefined && output !== 'json') || columns !== undefined)
    throw new UsageError('--jq takes the whole answer as JSON: leave out --output and --columns')
  return String(jq)
}

function flagValues({ fields }: Command, flags: Record<string, unknown>): CallValues {
  const set = fields.map((field) => ({ field, value: flags[attributeOf(field)] as FlagValue | undefined }))
  return Object.fromEntries(
    set.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, valueOf(field, value)]])),
  )
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
  if (data === '-') return (await readAll(io.stdin)).toString('utf8')
  return data.startsWith('@') ? fileText(data.slice(1)) : data
}

async function fileText(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

const parseBody = (text: string): unknown =>
  parseInputJson(text, 'body', ({ message }) => {
    throw new UsageError(`the body is not JSON: ${message}`)
  })
