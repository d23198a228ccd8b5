import { type Rating, ratingProblem } from '#contract/core/read-rating.ts'
import { maxContentLength, type ticketStatuses } from '#contract/resources/ticket-shapes.ts'

/* When a ticket is analyzed, which text of it, and with which rating. */

export type TicketStatus = (typeof ticketStatuses)[number]
export type Analyze = 'auto' | 'now' | 'never'
type AnalysisState = { status: string; skip_reason: string | null }

const isResolved = (status: TicketStatus) => status === 'solved' || status === 'closed'
const notRequested = 'not_requested'

/** A ticket without messages for this long is analyzed. */
export const idleHours = 24
const idleMs = idleHours * 3_600_000

type TicketTiming = { status: TicketStatus; lastMessageAt: Date; now: Date }
const isComplete = ({ status, lastMessageAt, now }: TicketTiming) =>
  isResolved(status) || now.getTime() - lastMessageAt.getTime() >= idleMs

const skipped: AnalysisState = { status: 'skipped', skip_reason: notRequested }
const pending = (complete: boolean): AnalysisState => ({ status: complete ? 'queued' : 'received', skip_reason: null })

/** The next analysis state of a ticket's feedback; undefined when it stays as it is. */
export function nextAnalysisState(
  before: AnalysisState | null,
  isChanged: boolean,
  analyze: Analyze | undefined,
  timing: TicketTiming,
): AnalysisState | undefined {
  const wasExcluded = before?.status === 'skipped' && before.skip_reason === notRequested
  if (analyze === 'never') return wasExcluded ? undefined : skipped
  const isPending = before === null || isChanged || before.status === 'received'
  if (analyze === 'now') return isPending || wasExcluded || before.status === 'failed' ? pending(true) : undefined
  if (wasExcluded) return analyze === 'auto' ? pending(isComplete(timing)) : undefined
  if (!isPending) return undefined
  const next = pending(isComplete(timing))
  return before?.status === next.status ? undefined : next
}

type Csat = { score: number; scale_min?: number; scale_max?: number; comment?: string | null }
const defaultScale = { min: 1, max: 5 }

const ratingOf = ({ score, scale_min, scale_max }: Csat): Rating => ({
  value: score,
  scale_min: scale_min ?? defaultScale.min,
  scale_max: scale_max ?? defaultScale.max,
})

/** Why a satisfaction score is invalid; without a scale any score is accepted. */
export const csatProblem = (csat: Csat | null | undefined): string | undefined =>
  csat && (csat.scale_min !== undefined || csat.scale_max !== undefined) ? ratingProblem(ratingOf(csat)) : undefined

/** The scale stays unknown when none is given and the score is beyond the default one. */
export function csatColumns(csat: Csat | null | undefined) {
  if (!csat) return { csat_score: null, csat_min: null, csat_max: null, csat_comment: null }
  const rating = ratingOf(csat)
  const known = !ratingProblem(rating)
  return {
    csat_score: csat.score,
    csat_min: known ? rating.scale_min : null,
    csat_max: known ? rating.scale_max : null,
    csat_comment: csat.comment ?? null,
  }
}

type CsatColumns = { csat_score: number | null; csat_min: number | null; csat_max: number | null }

/** The satisfaction score as the rating of the ticket's feedback, if its scale is known. */
export const feedbackRating = ({ csat_score, csat_min, csat_max }: CsatColumns) =>
  csat_min === null || csat_max === null
    ? { rating_value: null, rating_min: null, rating_max: null }
    : { rating_value: csat_score, rating_min: csat_min, rating_max: csat_max }

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The customer's text in order, without repetitions; messages that exceed the limit are left out as a whole. */
export function customerText(
  { subject, body }: { subject: string; body: string | null },
  messages: readonly string[],
): string {
  const seen = new Set<string>()
  const kept: string[] = []
  let remaining = maxContentLength
  for (const message of [body ?? '', ...messages]) {
    const text = message.trim()
    const normalized = normalize(text)
    if (text === '' || seen.has(normalized) || text.length > remaining) continue
    seen.add(normalized)
    kept.push(text)
    remaining -= text.length + 2
  }
  return kept.join('\n\n') || subject
}

/** The name of a helpdesk as a source of feedback. */
export const sourceSlug = (name: string, fallback: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 64) || fallback
