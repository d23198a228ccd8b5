import { maxContentLength } from '#contract/resources/ticket-shapes.ts'

/* When a ticket is analyzed, and which text of it. */

export type TicketStatus = 'open' | 'pending' | 'on_hold' | 'solved' | 'closed'
export type Analyze = 'auto' | 'now' | 'never'
export type AnalysisState = { status: string; skip_reason: string | null }

const isResolved = (status: TicketStatus) => status === 'solved' || status === 'closed'
const notRequested = 'not_requested'

/** A ticket without messages for this long is analyzed. */
export const idleHours = 24
const idleMs = idleHours * 3_600_000

export type TicketTiming = { status: TicketStatus; lastMessageAt: Date; now: Date }
const isComplete = ({ status, lastMessageAt, now }: TicketTiming) =>
  isResolved(status) || now.getTime() - lastMessageAt.getTime() >= idleMs

const skipped: AnalysisState = { status: 'skipped', skip_reason: notRequested }
const pending = (complete: boolean): AnalysisState => ({ status: complete ? 'queued' : 'received', skip_reason: null })

/** The next analysis state of a ticket's feedback; undefined when it stays as it is. */
export function nextAnalysisState(
  before: AnalysisState | null,
  contentChanged: boolean,
  analyze: Analyze | undefined,
  timing: TicketTiming,
): AnalysisState | undefined {
  const wasExcluded = before?.status === 'skipped' && before.skip_reason === notRequested
  if (analyze === 'never') return wasExcluded ? undefined : skipped
  const isPending = before === null || contentChanged || before.status === 'received'
  if (analyze === 'now') return isPending || wasExcluded || before.status === 'failed' ? pending(true) : undefined
  if (wasExcluded) return analyze === 'auto' ? pending(isComplete(timing)) : undefined
  if (!isPending) return undefined
  const next = pending(isComplete(timing))
  return before?.status === next.status ? undefined : next
}

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
