import { type Command as Program, Option } from 'commander'
import type { Field } from '#client/fields.ts'
import type { Command } from './commands.ts'
import { cliFlagsOf, flagOf, isList, isSwitch, placeholder, unnamedValues } from './flags.ts'

/** The flags of a command: the fields of its query and body, and those of the CLI. */
export function addOptions(program: Program, command: Command) {
  for (const field of command.fields) {
    program.addOption(optionOf(field))
    if (isSwitch(field.schema)) program.addOption(new Option(`--no-${flagOf(field)}`).hideHelp())
  }
  for (const [, { help }] of cliFlagsOf(command)) program.option(...help)
}

/** The name under which commander returns the value of a flag. */
export const attributeOf = (field: Field) => optionOf(field).attributeName()

function optionOf(field: Field): Option {
  const { schema, required } = field
  const notes = [
    required ? 'required' : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    isSwitch(schema) ? `or --no-${flagOf(field)}` : '',
  ].filter(Boolean)
  const values = unnamedValues(schema)
  const alternatives = values.length > 0 ? `One of ${values.join(', ')}.` : ''
  const text = [schema.description, alternatives, notes.length > 0 ? `(${notes.join('; ')})` : '']
    .filter(Boolean)
    .join(' ')
  const option = new Option(
    isSwitch(schema) ? `--${flagOf(field)}` : `--${flagOf(field)} <${placeholder(schema)}>`,
    text,
  )
  if (!isList(schema)) return option
  return option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
}
