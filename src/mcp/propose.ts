import { fieldsOf, type Operation } from '#client/fields.ts'

/* How the flat input of a tool becomes a change of a change set. */

/** Their input schemas are long, and a search is for one. */
export const maxProposals = 2

export const canBeProposed = ({ route }: Operation) => !route.noChangeSet

type ChangeHint = { operation: string; params?: string[]; query?: string[]; body?: string[]; action?: string }

/** Which fields go where. */
export function changeOf(operation: Operation): ChangeHint {
  const { id, action } = operation
  const fields = fieldsOf(operation)
  const parts = (['params', 'query', 'body'] as const).map((part) => [
    part,
    fields.filter((field) => field.part === part).map(({ name }) => name),
  ])
  return {
    operation: id,
    ...Object.fromEntries(parts.filter(([, names]) => names!.length > 0)),
    ...(action !== undefined && { action: `body.action = ${action}` }),
  }
}
