import type { Tool } from './tools.ts'

/* Two tools by which a model reaches every operation without a list of all of them. */

/** Whose input schemas are shown; the names of the next ones follow. */
export const maxFound = 3
export const maxNamed = 8
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
