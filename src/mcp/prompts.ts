import { ErrorCode, type GetPromptResult, McpError, type Prompt } from '@modelcontextprotocol/sdk/types.js'
import type { Calls } from '#client/connect.ts'
import { shrinkToFit } from './fit.ts'

type Arguments = Record<string, string>
type PromptSource = { id: string; input?: (values: Arguments) => Record<string, unknown> }
/** A prompt with the data that is read for it. */
type PromptTemplate = { prompt: Prompt; sources: readonly PromptSource[]; task: string }

const idPattern = /^[0-9a-f-]{36}$/

const templates: PromptTemplate[] = [
  {
    prompt: {
      name: 'weekly_digest',
      title: 'Weekly digest',
      description: 'What customers said this week, what moved and what to look at.',
      arguments: [{ name: 'period', description: '7d (default), 30d or 90d', required: false }],
    },
    sources: [
      { id: 'getDashboard', input: ({ period }) => (period ? { period } : {}) },
      { id: 'getContext', input: () => ({ max_tokens: 2000 }) },
    ],
    task:
      'Write a digest for the product team from the data below: three sentences on what moved, then rising ' +
      'complaints and praise with their numbers, then themes gone quiet, then what deserves a look. ' +
      'Name numbers with what they are compared to, and say when they are too small to mean anything. For quotes, ' +
      'use list_insights with the theme.',
  },
  {
    prompt: {
      name: 'project_brief',
      title: 'Project brief',
      description: 'A one-page brief of a Project from its sections and its evidence.',
      arguments: [{ name: 'project_id', description: 'id of the Project', required: true }],
    },
    sources: [
      { id: 'getProject', input: ({ project_id }) => ({ projectId: project_id }) },
      { id: 'listProjectEvidence', input: ({ project_id }) => ({ projectId: project_id, limit: 20 }) },
    ],
    task:
      'Write a one-page brief of this Project: the problem in customers’ words, who has it, what is proposed, how ' +
      'success is measured, what is not known. ' +
      'Every claim about customers cites an insight by its id; quotes are copied word for word.',
  },
  {
    prompt: {
      name: 'nps_breakdown',
      title: 'NPS breakdown',
      description: 'The score, how sure it is, who gives it and why.',
      arguments: [
        { name: 'by', description: 'segment (default), theme, source, plan, country or survey', required: false },
      ],
    },
    sources: [
      { id: 'getNps' },
      { id: 'getNpsBreakdown', input: ({ by }) => ({ by: by ?? 'segment' }) },
      { id: 'getNpsDrivers' },
    ],
    task:
      'Explain the NPS from the data below: the score with its margin of error and number of responses, how it ' +
      'differs between groups (only where the samples allow), what promoters and detractors talk about, and one ' +
      'thing to try. ' +
      'Do not read a trend into differences smaller than the margin.',
  },
]

export const promptList = templates.map(({ prompt }) => prompt)

/** The prompt with its data, read with the caller's key. */
export async function promptOf(calls: Calls, name: string, values: Arguments, max: number): Promise<GetPromptResult> {
  const template = templates.find(({ prompt }) => prompt.name === name)
  if (!template) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}`)
  for (const { name: argument, required } of template.prompt.arguments ?? [])
    if (required && !idPattern.test(values[argument] ?? ''))
      throw new McpError(ErrorCode.InvalidParams, `${argument} must be an id`)
  const room = Math.floor(max / template.sources.length)
  const parts = await Promise.all(
    template.sources.map(async ({ id, input }) => {
      const answer = await calls.call(id, input?.(values)).catch((error: Error) => ({ unavailable: error.message }))
      return `${id}:\n${JSON.stringify(shrinkToFit(answer as Record<string, unknown>, room).value)}`
    }),
  )
  return {
    description: template.prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: [template.task, ...parts].join('\n\n') } }],
  }
}
