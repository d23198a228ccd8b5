import { updateFeedbackItem } from '#domain/sources/feedback/queries-status.ts'
import { contentHashBytes } from '#domain/sources/feedback/rules.ts'
import type { Db } from '#store/open.ts'

/** Without text of the customer there is nothing to analyze. */
export function initialState(content: string, analyze: boolean) {
  if (content === '') return { status: 'skipped', skip_reason: 'no_customer_speech' } as const
  return analyze
    ? ({ status: 'queued', skip_reason: null } as const)
    : ({ status: 'skipped', skip_reason: 'not_requested' } as const)
}

type FeedbackColumns = {
  title?: string | undefined
  contact_id?: string | null | undefined
  tags?: string[] | undefined
  url?: string | null | undefined
  language?: string | null | undefined
  occurred_at?: string
}
type InterviewFeedbackChange = { now: Date; columns?: FeedbackColumns; content?: string }

/** Updates the feedback of an interview; changed content is queued for analysis. */
export function updateInterviewFeedback(
  db: Db,
  org: string,
  id: string,
  { now, columns: { language, ...columns } = {}, content }: InterviewFeedbackChange,
) {
  const contentColumns = content === undefined ? {} : { content, content_hash: contentHashBytes(content) }
  return updateFeedbackItem(db, org, id, {
    feedback: { ...columns, ...contentColumns },
    state: {
      ...(language !== undefined && { language }),
      ...(content !== undefined && initialState(content, true)),
      updated_at: now,
    },
  })
}
