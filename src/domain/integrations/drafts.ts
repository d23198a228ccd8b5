import type { Given as ContactGiven } from '#domain/sources/contacts/plan.ts'
import type { Input as FeedbackGiven } from '#domain/sources/feedback/ingest.ts'
import type { Input as NpsGiven } from '#domain/sources/nps/record.ts'
import type { Given as TicketGiven } from '#domain/sources/tickets/plan.ts'

/* What a delivery is about to become. */

/** One message of a thread; without words it was taken back. */
export type ThreadMessage = {
  thread: string
  channel: string
  message_id: string
  author: string | null
  body: string | null
  said_at: string
}
/** What a tracker says of an artifact that may be linked here. */
export type TrackerNews = {
  provider: 'linear' | 'jira'
  external_id?: string
  external_key?: string
  state?: string
  title?: string
  url?: string
}

export type Draft =
  | { type: 'support_ticket'; fields: TicketGiven }
  | { type: 'feedback'; fields: FeedbackGiven }
  | { type: 'contact'; fields: ContactGiven }
  | { type: 'nps_response'; fields: NpsGiven }
  | { type: 'message'; fields: ThreadMessage }
  | { type: 'project_link'; fields: TrackerNews }

/** Why a delivery, or a part of it, is left out; `isFault` when it should have fitted. */
export type Left = { reason: string; detail: string | null; isFault: boolean }
export type Read = { type: string | null; drafts: Draft[]; left: Left | null }

export const taken = (type: string | null, ...drafts: Draft[]): Read => ({ type, drafts, left: null })
export const passedOver = (type: string | null, reason: string, detail: string | null = null): Read => ({
  type,
  drafts: [],
  left: { reason, detail, isFault: false },
})
export const misfit = (type: string | null, detail: string): Read => ({
  type,
  drafts: [],
  left: { reason: 'invalid_record', detail, isFault: true },
})

export const maxContent = 50_000
