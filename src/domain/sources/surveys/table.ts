import type { Static } from 'typebox'
import type { Survey, SurveyInput } from '#contract/resources/surveys.ts'
import { text, texts, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
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

/** A row to insert; what is absent gets its default. */
export type NewSurvey = Partial<RecordOf<typeof surveyTable>> & { id: string; title: string; source: string }
