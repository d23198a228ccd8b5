import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import { ofSegment } from '#domain/sources/contacts/queries.ts'
import { storedStatusIn } from '#domain/sources/feedback/queries-status.ts'
import { textIndex } from '#domain/sources/feedback/queries-text.ts'
import { feedbackTable } from '#domain/sources/feedback/table.ts'
import { defineList } from '#store/lists/define.ts'
import { contains, few, from, until, withTag } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { raw, sql } from '#store/sql.ts'
import { type InterviewRow, type InterviewView, selectInterviews, toInterview } from './queries.ts'

type InterviewListQuery = Static<(typeof interviews.listInterviews)['query']>

const statusesByStage = { processing: ['received', 'queued'], ready: ['analyzed', 'skipped'], failed: ['failed'] }

const list = defineList<InterviewListQuery>()({
  table: feedbackTable,
  view: 'feedback_item',
  live: raw('deleted_at is null'),
  scope: () => [raw("source_type = 'interview'")],
  orders: { interview_date: { by: 'occurred_at', type: 'timestamptz' } },
  windowsDelta: false,
  filters: {
    q: contains(['title', 'content'], textIndex),
    status: {
      where: (stages) => storedStatusIn(stages.flatMap((stage) => statusesByStage[stage])),
      reach: 'elsewhere',
    },
    contact_id: few('contact_id'),
    segment_id: ofSegment,
    tag: withTag,
    interview_after: from('occurred_at'),
    interview_before: until('occurred_at'),
  },
})

/** Feedback can say that it is an interview without a transcript. */
export const hasTranscript = (org: string) =>
  sql`exists (select 1 from interview i where i.org_id = ${org} and i.id = feedback.id)`

export const interviewList: RowList<InterviewListQuery, InterviewRow, InterviewView> = {
  list,
  select: selectInterviews,
  present: toInterview,
}
