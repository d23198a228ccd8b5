import { maxWords } from '#contract/resources/tickets.ts'

/* When a ticket is analyzed, and what of it. */

export type TicketStatus = 'open' | 'pending' | 'on_hold' | 'solved' | 'closed'
export type Analyze = 'auto' | 'now' | 'never'
export type Standing = { status: string; skip_reason: string | null }

const isSettled = (status: TicketStatus) => status === 'solved' || status === 'closed'
const notRequested = 'not_requested'

/** How long a conversation has to rest before it counts as over. */
export const restHours = 24
const rest = restHours * 3_600_000

export type Moment = { status: TicketStatus; lastWordAt: Date; now: Date }
const isOver = ({ status, lastWordAt, now }: Moment) =>
  isSettled(status) || now.getTime() - lastWordAt.getTime() >= rest

const skipped: Standing = { status: 'skipped', skip_reason: notRequested }
const waiting = (over: boolean): Standing => ({ status: over ? 'queued' : 'received', skip_reason: null })

/** Where the words of a ticket go next; undefined leaves them where they are. */
export function standingAfter(
  before: Standing | null,
  reworded: boolean,
  analyze: Analyze | undefined,
  moment: Moment,
): Standing | undefined {
  const leftOut = before?.status === 'skipped' && before.skip_reason === notRequested
  if (analyze === 'never') return leftOut ? undefined : skipped
  const fresh = before === null || reworded || before.status === 'received'
  if (analyze === 'now') return fresh || leftOut || before.status === 'failed' ? waiting(true) : undefined
  if (leftOut) return analyze === 'auto' ? waiting(isOver(moment)) : undefined
  if (!fresh) return undefined
  const next = waiting(isOver(moment))
  return before?.status === next.status ? undefined : next
}

const normal = (text: string) => text.replace(/\s+/g, ' ').trim()

/** What the customer said, first to last: nothing twice, nothing cut in the middle, the subject when there is nothing else. */
export function wordsOf({ subject, body }: { subject: string; body: string | null }, said: readonly string[]): string {
  const seen = new Set<string>()
  const kept: string[] = []
  let room = maxWords
  for (const text of [body ?? '', ...said]) {
    const words = text.trim()
    const same = normal(words)
    if (words === '' || seen.has(same) || words.length > room) continue
    seen.add(same)
    kept.push(words)
    room -= words.length + 2
  }
  return kept.join('\n\n') || subject
}

/** A helpdesk's name as feedback names its sources. */
export const sourceSlug = (name: string, otherwise: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 64) || otherwise
