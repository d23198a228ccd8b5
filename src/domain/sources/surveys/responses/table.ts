import type { Static } from 'typebox'
import type { ResponseInput, SurveyResponse } from '#contract/resources/survey-response-shapes.ts'
import { double, flag, jsonb, text, texts, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RecordOf } from '#store/table/record-writes.ts'

export const responseTable = defineTable<Static<typeof SurveyResponse>, Static<typeof ResponseInput>>()(
  'survey_response',
  {
    columns: {
      id: uuid({ written: 'once' }),
      survey_id: uuid(),
      external_id: text({ nullable: true, erasure: 'references', written: 'once' }),
      contact_id: uuid({ nullable: true, written: 'replaced' }),
      /** A completed response stays completed. */
      completed: flag({ written: 'replaced', next: 's.completed or x.completed' }),
      submitted_at: time({ default: 'now()', written: 'replaced' }),
      language: text({ nullable: true, erasure: 'fixed', written: 'replaced' }),
      metadata: jsonb<Record<string, unknown>>()({ erasure: 'words', written: 'replaced' }),
      created_at: time(),
      updated_at: time(),
      deleted_at: time({ nullable: true, internal: true }),
    },
    elsewhere: {
      contact: 'contact',
      answers: 'survey_answer',
      insight_count: 'counted in insight',
    },
    writtenElsewhere: { contact: 'contact', answers: 'survey_answer' },
  },
)

/** A row to insert; in an update, null keeps the stored value. */
export type NewResponse = RecordOf<typeof responseTable>

type Shown = Static<typeof SurveyResponse>['answers'][number]
type Sent = Static<typeof ResponseInput>['answers'][number]

export const answerTable = defineTable<Shown, Sent>()('survey_answer', {
  columns: {
    response_id: uuid({ internal: true, written: 'once' }),
    question_id: uuid({ written: 'once' }),
    /** Text, a boolean or a day; numbers and choices have columns of their own. */
    value: jsonb<string | boolean>()({ nullable: true, erasure: 'answer', written: 'replaced', converted: true }),
    number: double({ nullable: true, internal: true, written: 'replaced' }),
    option_ids: texts({ erasure: 'fixed', written: 'replaced' }),
    feedback_id: uuid({ nullable: true, written: 'replaced' }),
  },
  elsewhere: { key: 'survey_question' },
  writtenElsewhere: { key: 'question_id' },
})

export type NewAnswer = RecordOf<typeof answerTable>
