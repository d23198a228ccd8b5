import { throwApiError } from '#domain/errors.ts'

export type Status = 'draft' | 'active' | 'closed' | 'archived'

const ways: Record<Status, readonly Status[]> = {
  draft: ['active', 'archived'],
  active: ['closed', 'archived'],
  closed: ['active', 'archived'],
  archived: [],
}

/** Staying as it is changes nothing and is always fine. */
export function requireWay(from: Status, to: Status) {
  if (from !== to && !ways[from].includes(to))
    throwApiError('INVALID_STATE', `A survey that is ${from} cannot become ${to}.`)
}

export function requireEditable(status: Status) {
  if (status === 'archived') throwApiError('INVALID_STATE', 'This survey is archived.')
}

export type Open = { status: Status; starts_at: string | null; ends_at: string | null }

/** Why nobody can answer now; undefined when they can. */
export function closedBecause({ status, starts_at, ends_at }: Open, now: Date): string | undefined {
  if (status !== 'active') return `This survey is ${status === 'draft' ? 'a draft' : status}.`
  if (starts_at !== null && Date.parse(starts_at) > now.getTime()) return 'This survey has not started yet.'
  return ends_at !== null && Date.parse(ends_at) <= now.getTime() ? 'This survey has ended.' : undefined
}
