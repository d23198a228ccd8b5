import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { EarshotError } from '#client/errors.ts'
import { type Operation, pagingOf } from '#client/fields.ts'
import { type Cut, shrinkToFit, type ShrunkValue } from './fit.ts'

type ToolInput = Record<string, unknown>
export type CallOperation = (input: ToolInput) => Promise<unknown>

const reservedForNote = 800

/**
 * The response of an operation, shortened to `max` characters.
 * A page that is too long is requested again with fewer items, so that its cursor skips none.
 */
export async function callWithinLimit(
  max: number,
  { route }: Operation,
  input: ToolInput,
  call: CallOperation,
): Promise<CallToolResult> {
  const budget = max - reservedForNote
  const first = shrinkToFit(asObject(await call(input)), budget)
  if (first.cuts.length === 0) return resultOf(first.value)
  const list = cutOfData(first)
  const paging = pagingOf(route)
  const hasLimit = route.query !== undefined && 'limit' in route.query.properties
  if (!list || !paging || !hasLimit) return resultOf({ ...first.value, shortened: noteOn(first.cuts, max) })
  const limit = list.kept
  const fewer = shrinkToFit(asObject(await call({ ...input, limit })), budget)
  const nextPage = paging === 'cursor' ? 'cursor = pagination.next_cursor' : 'a higher offset'
  const advice = cutOfData(fewer)
    ? `call again with limit below ${limit}`
    : `continue with limit = ${limit} and ${nextPage}`
  const note = noteOn(fewer.cuts.length > 0 ? fewer.cuts : [list], max)
  return resultOf({ ...fewer.value, shortened: `${note} To see the rest, ${advice}.` })
}

const cutOfData = ({ cuts }: ShrunkValue) => cuts.find(({ path }) => path === 'data')

const asObject = (answer: unknown): ToolInput =>
  answer !== null && typeof answer === 'object' && !Array.isArray(answer) ? (answer as ToolInput) : { result: answer }

function noteOn(cuts: Cut[], max: number): string {
  const shown = cuts.slice(0, 4).map(({ path, kept, of, unit }) => `${path.slice(0, 80)} (${kept} of ${of} ${unit})`)
  const more = cuts.length > shown.length ? [`${cuts.length - shown.length} more`] : []
  return `Shortened to ${max} characters: ${[...shown, ...more].join(', ')}.`
}

/** A value that is not the response of an operation, shortened to `max` characters. */
export const toResult = (value: ToolInput, max: number): CallToolResult =>
  resultOf(shrinkToFit(value, max - reservedForNote).value)

const resultOf = (structuredContent: ToolInput): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
})

/** Errors are results with the error code, so that the model can correct its call. */
export function toErrorResult(error: unknown): CallToolResult {
  const { message } = error instanceof Error ? error : new Error(String(error))
  const failure: Partial<EarshotError> = error instanceof EarshotError ? error : { code: 'BAD_REQUEST' }
  const { code, details, replacementId, requestId, retryAfterSeconds } = failure
  const body = {
    code,
    message,
    details,
    replacement_id: replacementId,
    request_id: requestId,
    retry_after_seconds: retryAfterSeconds,
  }
  const lines = [`${code}: ${message}`, ...(details ?? []).map((detail) => `${detail.path}: ${detail.message}`)]
  if (replacementId) lines.push(`replaced by ${replacementId}`)
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { error: body } }
}
