import { type Field, fieldsOf, type Operation, operationsOf, pagingOf, idWords } from '#client/fields.ts'
import type { Routes } from '#contract/core/route.ts'

export type Command = {
  /** The words of the command: `themes`, `list`. */
  words: string[]
  operation: Operation
  summary: string
  /** Path parameters, in the order of the path. */
  positionals: string[]
  /** Fields of query and body. */
  fields: Field[]
  takesBody: boolean
  writes: boolean
  hasPages: boolean
}

export const commandsOf = (inventory: Routes): Command[] => operationsOf(inventory).map(commandOf)

function commandOf(operation: Operation): Command {
  const { route, action } = operation
  return {
    words: wordsToType(operation),
    operation,
    summary: action === undefined ? route.summary : `${route.summary}: ${idWords(action).join(' ')}`,
    positionals: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    fields: fieldsOf(operation).filter(({ part }) => part !== 'params'),
    takesBody: route.body !== undefined || action !== undefined,
    writes: route.method !== 'GET',
    hasPages: pagingOf(route) !== undefined,
  }
}

/**
 * The fixed parts of the path, then the verb: the action if there are several, else the first word of the route's id.
 * A path that ends in the verb does not repeat it: `mergeThemes`, POST /themes/{themeId}/merge, is `themes merge`,
 * and `addInsightThemes`, POST /insights/{insightId}/themes, is `insights themes add`.
 */
function wordsToType({ id, route, action }: Operation): string[] {
  const fixed = route.path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  if (action !== undefined) return [...fixed, idWords(action).join('-')]
  const verb = idWords(id)[0]!
  const last = fixed.at(-1)!
  const saysVerb = fixed.length > 1 && (last === verb || last.startsWith(`${verb}-`))
  return saysVerb ? fixed : [...fixed, verb]
}

export const resourcesOf = (commands: Command[]) => [...new Set(commands.map(({ words }) => words[0]!))].sort()

export const kebab = (name: string) => idWords(name).join('-')
