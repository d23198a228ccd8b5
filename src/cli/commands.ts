import { type Field, fieldsOf, type Operation, operationsOf, pagingOf, wordsOf } from '#client/fields.ts'
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
    summary: action === undefined ? route.summary : `${route.summary}: ${wordsOf(action).join(' ')}`,
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
  if (action !== undefined) return [...fixed, wordsOf(action).join('-')]
  const verb = wordsOf(id)[0]!
  const last = fixed.at(-1)!
  const saysVerb = fixed.length > 1 && (last === verb || last.startsWith(`${verb}-`))
  return saysVerb ? fixed : [...fixed, verb]
}

export const resourcesOf = (commands: Command[]) => [...new Set(commands.map(({ words }) => words[0]!))].sort()

/** The words before the first flag. */
export function leadingWords(argv: string[]): string[] {
  const flag = argv.findIndex((word) => word.startsWith('-'))
  return flag === -1 ? argv : argv.slice(0, flag)
}

/** The longest matching command; a resource with a single command can be called by its name alone. */
export function findCommand(commands: Command[], words: string[]): { command: Command; used: number } | undefined {
  const matching = commands.filter((command) => command.words.every((word, i) => word === words[i]))
  const longest = matching.sort((a, b) => b.words.length - a.words.length)[0]
  if (longest) return { command: longest, used: longest.words.length }
  const [only, ...others] = commands.filter((command) => command.words[0] === words[0])
  return only && others.length === 0 && words.length === 1 ? { command: only, used: 1 } : undefined
}

export const kebab = (name: string) => wordsOf(name).join('-')
