import { ErrorCode, type GetPromptResult, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { Calls } from '#client/connect.ts'
import { viewed } from './detail.ts'
import { shrinkToFit } from './fit.ts'
import { promptTemplates } from './prompt-templates.ts'

/** Of a prompt, in characters: with its task about 4,500 tokens. */
const maxData = 16_000
const idPattern = /^[0-9a-f-]{36}$/

export const promptList = promptTemplates.map(({ prompt }) => prompt)

/** The prompt with its data, read with the caller's key. */
export async function promptOf(
  calls: Calls,
  name: string,
  values: Record<string, string>,
  max: number,
): Promise<GetPromptResult> {
  const template = promptTemplates.find(({ prompt }) => prompt.name === name)
  if (!template) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}`)
  for (const { name: argument, required } of template.prompt.arguments ?? [])
    if (required && !idPattern.test(values[argument] ?? ''))
      throw new McpError(ErrorCode.InvalidParams, `${argument} must be an id`)
  const room = Math.floor(Math.min(max, maxData) / template.sources.length)
  const parts = await Promise.all(
    template.sources.map(async ({ id, input }) => {
      const answer = await calls.call(id, input?.(values)).catch((error: Error) => ({ unavailable: error.message }))
      const { value } = viewed(answer as Record<string, unknown>, { isFull: false })
      return `${id}:\n${JSON.stringify(shrinkToFit(value, room).value)}`
    }),
  )
  return {
    description: template.prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: [template.task, ...parts].join('\n\n') } }],
  }
}
