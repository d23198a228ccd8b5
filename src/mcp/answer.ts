import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { EarshotError } from '#client/errors.ts'
import { type Operation, pagingOf } from '#client/fields.ts'
import { type Cut, fit, type Fitted } from './fit.ts'

type Bag = Record<string, unknown>
export type Ask = (input: Bag) => Promise<unknown>

const noteRoom = 800

/**
 * The answer of an operation, as far as `most` characters allow.
 * A page that is too long is asked for again with fewer items, so that its cursor skips none.
 */
export async function answerWithin(max: number, { route }: Operation, input: Bag, ask: Ask): Promise<CallToolResult> {
  const room = max - noteRoom
  const first = fit(asObject(await ask(input)), room)
  if (first.cuts.length === 0) return resultOf(first.value)
  const list = cutOfData(first)
  const paging = pagingOf(route)
  const canAskForFewer = route.query !== undefined && 'limit' in route.query.properties
  if (!list || !paging || !canAskForFewer) return resultOf({ ...first.value, shortened: noteOn(first.cuts, max) })
  const limit = list.kept
  const fewer = fit(asObject(await ask({ ...input, limit })), room)
  const onward = paging === 'cursor' ? 'cursor = pagination.next_cursor' : 'a higher offset'
  const advice = cutOfData(fewer) ? `ask again with limit below ${limit}` : `go on with limit = ${limit} and ${onward}`
  const note = noteOn(fewer.cuts.length > 0 ? fewer.cuts : [list], max)
  return resultOf({ ...fewer.value, shortened: `${note} To see the rest, ${advice}.` })
}

const cutOfData = ({ cuts }: Fitted) => cuts.find(({ path }) => path === 'data')

const asObject = (answer: unknown): Bag =>
  answer !== null && typeof answer === 'object' && !Array.isArray(answer) ? (answer as Bag) : { result: answer }

function noteOn(cuts: Cut[], max: number): string {
  const shown = cuts.slice(0, 4).map(({ path, kept, of, unit }) => `${path.slice(0, 80)} (${kept} of ${of} ${unit})`)
  const more = cuts.length > shown.length ? [`${cuts.length - shown.length} more`] : []
  return `Shortened to ${max} characters: ${[...shown, ...more].join(', ')}.`
}

const resultOf = (structuredContent: Bag): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
})

/** A refusal is an answer too: the model reads the code and can do better. */
export function refusalOf(error: unknown): CallToolResult {
  const { message } = error instanceof Error ? error : new Error(String(error))
  const failure: Partial<EarshotError> = error instanceof EarshotError ? error : { code: 'BAD_REQUEST' }
  const { code, details, replacementId, requestId, retryAfterSeconds } = failure
  const told = {
    code,
    message,
    details,
    replacement_id: replacementId,
    request_id: requestId,
    retry_after_seconds: retryAfterSeconds,
  }
  const lines = [`${code}: ${message}`, ...(details ?? []).map((detail) => `${detail.path}: ${detail.message}`)]
  if (replacementId) lines.push(`replaced by ${replacementId}`)
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { error: told } }
}
