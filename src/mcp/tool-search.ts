import type { BoundTool, Tool } from './tools.ts'

/* Two tools by which a model reaches every operation without a list of all of them. */

const maxFound = 5
/** Each word is compared with every operation. */
export const maxQueryLength = 500

export const searchToolsTool: Tool = {
  name: 'search_tools',
  description:
    'Find operations beyond the listed tools by words, such as “merge contacts” or “survey responses”: `tools` for ' +
    'call_operation, `proposals` for create_change_set.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', maxLength: maxQueryLength } },
    required: ['query'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

export const callOperationTool = (write: boolean): Tool => ({
  name: 'call_operation',
  description: `Call an operation found by search_tools${write ? '' : '; this connection only reads'}.`,
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'As search_tools returned it.' },
      arguments: { type: 'object' },
    },
    required: ['name'],
  },
  // It calls any operation, so that it is as dangerous as the most dangerous one.
  annotations: write
    ? { readOnlyHint: false, destructiveHint: true, openWorldHint: true }
    : { readOnlyHint: true, openWorldHint: false },
})

const stem = (word: string) => word.toLowerCase().replace(/(ies|es|s|ing|ed|e)$/, '')
const stemsOf = (text: string) => new Set((text.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem))

/** The tools whose names, titles and descriptions share the most words with the query, best first. */
export function searchTools(query: string, tools: Iterable<BoundTool>, max = maxFound): BoundTool[] {
  const wanted = [...stemsOf(query)]
  return [...tools]
    .map((bound) => ({ bound, score: scoreOf(wanted, bound.tool) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.bound.tool.name.length - b.bound.tool.name.length)
    .slice(0, max)
    .map(({ bound }) => bound)
}

function scoreOf(wanted: readonly string[], { name, title = '', description }: Tool): number {
  const [inName, inTitle, inDescription] = [stemsOf(name.replaceAll('_', ' ')), stemsOf(title), stemsOf(description)]
  const found = wanted.reduce(
    (sum, word) => sum + (inName.has(word) ? 4 : 0) + (inTitle.has(word) ? 2 : 0) + (inDescription.has(word) ? 1 : 0),
    0,
  )
  // Of two names with the same words the shorter one is closer to the query.
  return found === 0 ? 0 : found - inName.size / 10
}
