import { operationsOf, type Operation, type InputPart, partsOf, type Schema } from '#client/fields.ts'
import { inventory } from '#contract/index.ts'
import type { Routes } from '#contract/core/route.ts'

/* Every place of every operation where a caller may write an id. */

/** `steps` leads to the id inside its part; `[]` is the first element of a list. */
export type IdPosition = { operation: Operation; part: InputPart; steps: string[]; prefix: string }

const idPattern = /"pattern":"\^(?:\[0-9a-f\]\{8\}|(user|org|evt)_)/

/** The prefix of the ids that a schema takes, or undefined where it takes none. */
function prefixOf(schema: Schema): string | undefined {
  const { properties: _, items: __, ...own } = schema
  // An id with two spellings, such as that of a member, is tried in the first.
  const plain = own.anyOf?.find(({ type }) => type === 'string') ?? own
  const match = idPattern.exec(JSON.stringify({ pattern: plain.pattern ?? '' }))
  if (!match) return undefined
  return match[1] ? `${match[1]}_` : ''
}

function* walk(schema: Schema, steps: string[]): Generator<{ steps: string[]; prefix: string }> {
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    if (choice.type === 'object' || choice.type === 'array') yield* walk(choice, steps)
  if (schema.items) {
    const prefix = prefixOf(schema.items)
    if (prefix !== undefined) yield { steps: [...steps, '[]'], prefix }
    else yield* walk(schema.items, [...steps, '[]'])
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const prefix = prefixOf(field)
    if (prefix !== undefined) yield { steps: [...steps, name], prefix }
    else yield* walk(field, [...steps, name])
  }
}

export const nameOfPosition = ({ operation: { id, action }, part, steps }: IdPosition) =>
  `${action ? `${id}.${action}` : id} ${part} ${steps.join('.')}`

function uniquePositions(): IdPosition[] {
  const found = operationsOf(inventory as Routes).flatMap((operation) =>
    partsOf(operation).flatMap(([part, schema]) =>
      [...walk(schema, [])].map((position): IdPosition => ({ operation, part, ...position })),
    ),
  )
  return [...new Map(found.map((position) => [nameOfPosition(position), position])).values()]
}

export const idPositions = uniquePositions()
