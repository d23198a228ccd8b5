import { commentTable } from '#domain/comments/table.ts'
import { customFieldTable } from '#domain/custom-fields/table.ts'
import { insightTable, quoteTable } from '#domain/findings/insights/table.ts'
import { themeTable } from '#domain/findings/themes/table.ts'
import { opportunityTable } from '#domain/planning/opportunities/table.ts'
import { scoringMethodTable } from '#domain/planning/prioritisation/table.ts'
import { accountMergeTable, accountTable } from '#domain/sources/accounts/table.ts'
import { contactTable } from '#domain/sources/contacts/table.ts'
import { feedbackStateTable, feedbackTable } from '#domain/sources/feedback/table.ts'
import { interviewTable, transcriptSegmentTable } from '#domain/sources/interviews/table.ts'
import { npsResponseTable } from '#domain/sources/nps/table.ts'
import { answerTable, responseTable } from '#domain/sources/surveys/responses/table.ts'
import { messageTable, ticketTable } from '#domain/sources/tickets/table.ts'
import { erasureOf, redacted, type TableErasure, type WordColumn } from '#store/table/erase.ts'
import { accountColumns } from './columns-account.ts'

/*
 * What erasing a contact does to every column that can hold text. A test compares this list with the catalog of
 * PostgreSQL, so that a new column without an entry fails.
 */

const required: WordColumn = { type: 'text', removed: redacted }

const sourceColumns = {
  contact: erasureOf(contactTable),
  account: erasureOf(accountTable),
  account_domain: { team: 'domain' },
  account_identity: { team: 'provider external_id' },
  account_merge: erasureOf(accountMergeTable),
  contact_identity: { cleared: 'provider external_id' },
  contact_suggestion: { cleared: 'reason' },
  feedback: erasureOf(feedbackTable),
  feedback_state: erasureOf(feedbackStateTable),
  feedback_triage: { fixed: 'state triaged_by' },
  interview: erasureOf(interviewTable),
  interview_segment: erasureOf(transcriptSegmentTable),
  nps_response: erasureOf(npsResponseTable),
  support_ticket: erasureOf(ticketTable),
  support_message: erasureOf(messageTable),
  survey_response: erasureOf(responseTable),
  survey_answer: erasureOf(answerTable),
  thread_message: { words: { body: required }, cleared: 'author', fixed: 'thread message_id' },
} as const satisfies Record<string, TableErasure>

const findingColumns = {
  comment: erasureOf(commentTable),
  insight: erasureOf(insightTable),
  quote: erasureOf(quoteTable),
  insight_vector: { cleared: 'vector area mention theme_suggestions', fixed: 'model aspects' },
  subtheme: {
    generated: 'name description subject generated_name',
    fixed: 'model centroid aspect origin account_reach',
  },
  subtheme_former_insight: { fixed: 'reason' },
  theme: erasureOf(themeTable),
  theme_proposal: { generated: 'name reason', fixed: 'kind status decided_by' },
  evidence_story: {
    generated: 'title narrative key_findings quotes counter_evidence',
    fixed: 'status stats engine evidence_digest generated_by',
  },
  opportunity: erasureOf(opportunityTable),
  // Ids, importances and ranks; the texts stay in the opportunities.
  opportunity_merge: { fixed: 'added raised filled ranks' },
  opportunity_snapshot: { generated: 'moves' },
  project_outcome: { fixed: 'verdict' },
  scoring_method: erasureOf(scoringMethodTable),
  scoring_method_version: { team: 'factors', fixed: 'created_by' },
  custom_field: erasureOf(customFieldTable),
  daily_count: { copies: 'value', fixed: 'series' },
} as const satisfies Record<string, TableErasure>

const copyColumns = {
  event: {
    copies: 'object previous',
    fixed: 'type operation actor_type actor_id user_id request_id resource_id',
  },
  webhook_delivery: { copies: 'payload attempt_log response_excerpt error', fixed: 'event_type status' },
  idempotency: { copies: 'body', fixed: 'key fingerprint' },
  job: {
    copies: 'error_message',
    fixed: 'payload type status stage error_code resource_type created_by',
  },
  language_model_answer: { copies: 'answer', fixed: 'hash' },
  language_model_setting: { copies: 'topics proposal', fixed: 'grouping' },
  language_model_request: { copies: 'system prompt', fixed: 'task model outcome' },
  change_set: { copies: 'title description changes', fixed: 'status created_by decided_by' },
  regrouping: { copies: 'changes undo', fixed: 'created_by undone_by' },
  taxonomy_application: { copies: 'undo', fixed: 'created_by undone_by' },
  mail_outbox: { copies: 'message error' },
  channel_message: { copies: 'message' },
  csv_chunk: { copies: 'bytes' },
  csv_import_change: { copies: 'before after', fixed: 'kind' },
  csv_problem: { copies: 'message value header', fixed: 'code severity' },
  csv_upload: {
    copies: 'column_profiles file_name headers suggestion warnings mapping options',
    fixed: 'type sha256 status encoding delimiter platform created_by',
  },
  integration_event: {
    copies: 'detail body',
    fixed: 'delivery_id dedupe_key digest type status reason records',
  },
} as const satisfies Record<string, TableErasure>

export const erasureColumns: Readonly<Record<string, TableErasure>> = {
  ...sourceColumns,
  ...findingColumns,
  ...copyColumns,
  ...accountColumns,
}

/** Columns of a table whose words an erasure removes or masks. */
export const wordColumns = (table: keyof typeof sourceColumns | 'insight') =>
  Object.entries(erasureColumns[table]!.words ?? {})

export const referenceColumns = (table: keyof typeof sourceColumns | 'insight') =>
  erasureColumns[table]!.references?.split(' ') ?? []
