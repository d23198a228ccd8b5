import type { Settings } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'

type SurveyStatus = 'draft' | 'active' | 'closed' | 'archived'

const transitions: Record<SurveyStatus, readonly SurveyStatus[]> = {
  draft: ['active', 'archived'],
  active: ['closed', 'archived'],
  closed: ['active', 'archived'],
  archived: [],
}

/** The same status again is always allowed. */
export function requireTransition(from: SurveyStatus, to: SurveyStatus) {
  if (from !== to && !transitions[from].includes(to))
    throwApiError('INVALID_STATE', `A survey that is ${from} cannot become ${to}.`)
}

export function requireEditable(status: SurveyStatus) {
  if (status === 'archived') throwApiError('INVALID_STATE', 'This survey is archived.')
}

export type SurveyWindow = { status: SurveyStatus; starts_at: string | null; ends_at: string | null }

/** Why the survey takes no responses now; undefined when it does. */
export function closedReason({ status, starts_at, ends_at }: SurveyWindow, now: Date): string | undefined {
  if (status !== 'active') return `This survey is ${status === 'draft' ? 'a draft' : status}.`
  if (starts_at !== null && Date.parse(starts_at) > now.getTime()) return 'This survey has not started yet.'
  return ends_at !== null && Date.parse(ends_at) <= now.getTime() ? 'This survey has ended.' : undefined
}

/** The page on which a link's key opens the survey. */
export const surveyUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, key: string) => `${publicUrl}/s/${key}`
