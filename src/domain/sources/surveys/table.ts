import type { Static } from 'typebox'
import type { Question, QuestionInput, Survey, SurveyInput } from '#contract/resources/surveys.ts'
import { flag, integer, jsonb, text, texts, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RowToInsert } from '#store/table/insert-row.ts'
import type { RecordOf } from '#store/table/record-writes.ts'

const words = { nullable: true, erasure: 'team', written: 'replaced' } as const

export const surveyTable = defineTable<Static<typeof Survey>, Static<typeof SurveyInput>>()('survey', {
  columns: {
    id: uuid({ written: 'once' }),
    title: text({ erasure: 'team', written: 'replaced' }),
    description: text(words),
    status: text({ default: "'draft'", erasure: 'fixed', written: 'replaced' }),
    language: text({ nullable: true, erasure: 'fixed', written: 'replaced' }),
    thank_you: text(words),
    source: text({ erasure: 'fixed', written: 'once' }),
    external_id: text({ nullable: true, erasure: 'fixed', written: 'once' }),
    starts_at: time({ nullable: true, written: 'replaced' }),
    ends_at: time({ nullable: true, written: 'replaced' }),
    tags: texts({ erasure: 'team', written: 'replaced' }),
    created_at: time(),
    updated_at: time(),
  },
  elsewhere: {
    questions: 'survey_question',
    question_count: 'counted in survey_question',
    response_count: 'counted in survey_response',
    completion_rate: 'counted in survey_response',
    last_response_at: 'the latest in survey_response',
    public_url: 'survey_link',
  },
  writtenElsewhere: { questions: 'survey_question' },
})

export type NewSurvey = RowToInsert<typeof surveyTable>

type QuestionView = Static<typeof Question>
const question = { erasure: 'team', written: 'replaced' } as const

export const questionTable = defineTable<QuestionView, Static<typeof QuestionInput>>()('survey_question', {
  columns: {
    id: uuid({ written: 'once' }),
    survey_id: uuid({ internal: true }),
    key: text({ erasure: 'fixed', written: 'replaced' }),
    type: text({ erasure: 'fixed', written: 'replaced' }),
    text: text(question),
    required: flag({ written: 'replaced' }),
    options: jsonb<QuestionView['options']>()({ ...question, default: "'[]'" }),
    scale: jsonb<NonNullable<QuestionView['scale']>>()({ ...question, nullable: true }),
    position: integer({ written: 'replaced' }),
    analyze: flag({ written: 'replaced' }),
    deleted_at: time({ nullable: true, internal: true }),
  },
  elsewhere: {},
  writtenElsewhere: {},
})

export type NewQuestion = RecordOf<typeof questionTable>
