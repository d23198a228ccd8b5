import type { ContactFields } from '#domain/sources/contacts/rules.ts'
import type { FeedbackFields } from '#domain/sources/feedback/batch-rows.ts'
import type { CreateInterviewInput } from '#domain/sources/interviews/create.ts'
import type { NpsFields } from '#domain/sources/nps/batch-rows.ts'
import type { TicketFields } from '#domain/sources/tickets/batch-rows.ts'

/* The records that a payload is read into, before they are stored. */

/** One message of a thread; a null body means it was deleted. */
export type ThreadMessage = {
  thread: string
  channel: string
  message_id: string
  author: string | null
  body: string | null
  sent_at: string
}
/** An update of a tracker's issue or project that may be linked to a Project. */
type TrackerUpdate = {
  provider: 'linear' | 'jira'
  external_id?: string
  external_key?: string
  state?: string
  title?: string
  url?: string
}

/** An item that was deleted at the provider. */
export type Deletion = { record: 'feedback' | 'support_ticket' | 'nps_response'; external_id: string }

export type RecordDraft =
  | { type: 'support_ticket'; fields: TicketFields }
  | { type: 'feedback'; fields: FeedbackFields }
  | { type: 'contact'; fields: ContactFields }
  | { type: 'nps_response'; fields: NpsFields }
  | { type: 'interview'; fields: CreateInterviewInput }
  | { type: 'message'; fields: ThreadMessage }
  | { type: 'project_link'; fields: TrackerUpdate }
  | { type: 'deletion'; fields: Deletion }

/** Why a delivery, or a part of it, is skipped; `isFault` when the sender should fix it. */
export type SkipReason = { reason: string; detail: string | null; isFault: boolean }
export type ReadResult = { type: string | null; drafts: RecordDraft[]; skipped: SkipReason | null }

export const accepted = (type: string | null, ...drafts: RecordDraft[]): ReadResult => ({ type, drafts, skipped: null })
export const ignored = (type: string | null, reason: string, detail: string | null = null): ReadResult => ({
  type,
  drafts: [],
  skipped: { reason, detail, isFault: false },
})
export const rejected = (type: string | null, detail: string): ReadResult => ({
  type,
  drafts: [],
  skipped: { reason: 'invalid_record', detail, isFault: true },
})

export const maxContent = 50_000
