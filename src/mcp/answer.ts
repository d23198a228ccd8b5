import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { EarshotError } from '#client/errors.ts'
import { type Operation, pagingOf } from '#client/fields.ts'
import { outlined, type View, viewed, viewOf } from './detail.ts'
import { type Cut, shrinkToFit, type ShrunkValue } from './fit.ts'

type ToolInput = Record<string, unknown>
type CallOperation = (input: ToolInput) => Promise<unknown>

const reservedForNote = 800

/** Of a result that was asked for in short: about 1,500 tokens of a list, and 3,000 of anything else. */
const shortList = 6000
const shortResult = 12_000

/**
 * The response of an operation as it was asked for, shortened to `max` characters.
 * A page that is too long is requested again with fewer items, so that its cursor skips none.
 */
export async function callWithinLimit(
  max: number,
  { route }: Operation,
  given: ToolInput,
  call: CallOperation,
): Promise<CallToolResult> {
  if (route.method !== 'GET') return writtenWithin(max, asObject(await call(given)))
  const { view, input } = viewOf(given)
  const read = async (asked: ToolInput) => viewed(asObject(await call(asked)), view)
  const first = await read(input)
  const limit = limitOf(max, view, { isList: Array.isArray(first.value.data), isBounded: input.limit !== undefined })
  const shrunk = shrinkToFit(first.value, limit - reservedForNote)
  if (shrunk.cuts.length === 0) return withNotes(first.value, first.cuts)
  const list = cutOfData(shrunk)
  const paging = pagingOf(route)
  const hasLimit = route.query !== undefined && 'limit' in route.query.properties
  if (!list || !paging || !hasLimit) return withNotes(shrunk.value, first.cuts, noteOn(shrunk.cuts, limit))
  const next = await read({ ...input, limit: list.kept })
  const fewer = shrinkToFit(next.value, limit - reservedForNote)
  const nextPage = paging === 'cursor' ? 'cursor = pagination.next_cursor' : 'a higher offset'
  const advice = cutOfData(fewer)
    ? `call again with limit below ${list.kept}`
    : `continue with limit = ${list.kept} and ${nextPage}`
  const note = noteOn(fewer.cuts.length > 0 ? fewer.cuts : [list], limit)
  return withNotes(fewer.value, next.cuts, `${note} To see the rest, ${advice}.`)
}

/** What a write answers is whole, unless it is long: then a tool that reads shows the rest. */
function writtenWithin(max: number, result: ToolInput): CallToolResult {
  const isLong = JSON.stringify(result).length > shortList
  const { value, cuts } = isLong ? outlined(result) : { value: result, cuts: [] }
  const shrunk = shrinkToFit(value, Math.min(max, isLong ? shortResult : max) - reservedForNote)
  const all = [...shrunk.cuts, ...cuts]
  return resultOf({ ...shrunk.value, ...(all.length > 0 && { shortened: `Cut short: ${partsOf(all)}.` }) })
}

/** Who names a number of items, fields or the full detail gets what fits. */
const limitOf = (
  max: number,
  { fields, isFull }: View,
  { isList, isBounded }: { isList: boolean; isBounded: boolean },
) => (isFull || fields || isBounded ? max : Math.min(max, isList ? shortList : shortResult))

/** What the view of it left out is read whole in another way than what did not fit. */
function withNotes(value: ToolInput, cuts: Cut[], note?: string): CallToolResult {
  const view = cuts.length > 0 && `Cut short: ${partsOf(cuts)}; detail = full shows all of it.`
  const shortened = [note, view].filter(Boolean).join(' ')
  return resultOf({ ...value, ...(shortened && { shortened }) })
}

const cutOfData = ({ cuts }: ShrunkValue) => cuts.find(({ path }) => path === 'data')

const asObject = (answer: unknown): ToolInput =>
  answer !== null && typeof answer === 'object' && !Array.isArray(answer) ? (answer as ToolInput) : { result: answer }

const noteOn = (cuts: Cut[], max: number) => `Shortened to ${max} characters: ${partsOf(cuts)}.`

function partsOf(cuts: Cut[]): string {
  const shown = cuts.slice(0, 4).map(({ path, kept, of, unit }) => `${path.slice(0, 80)} (${kept} of ${of} ${unit})`)
  return [...shown, ...(cuts.length > shown.length ? [`${cuts.length - shown.length} more`] : [])].join(', ')
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
