import type { Static } from 'typebox'
import type { NpsResponse, NpsResponseInput } from '#contract/resources/nps-shapes.ts'
import { smallint, text, texts, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RecordOf } from '#store/table/record-writes.ts'

export const npsResponseTable = defineTable<Static<typeof NpsResponse>, Static<typeof NpsResponseInput>>()(
  'nps_response',
  {
    columns: {
      id: uuid({ written: 'once' }),
      score: smallint({ written: 'replaced' }),
      source: text({ erasure: 'fixed', written: 'once' }),
      external_id: text({ nullable: true, erasure: 'references', written: 'once' }),
      contact_id: uuid({ nullable: true, written: 'replaced' }),
      survey_id: uuid({ nullable: true, written: 'replaced' }),
      feedback_id: uuid({ nullable: true, restored: true }),
      tags: texts({ erasure: 'words', written: 'replaced' }),
      responded_at: time({ default: 'now()', written: 'replaced' }),
      created_at: time(),
      updated_at: time(),
      deleted_at: time({ nullable: true, internal: true }),
    },
    elsewhere: {
      type: 'computed from score',
      reason: 'the content of the feedback',
      contact: 'contact',
      insight_ids: 'insight',
      analysis_status: 'the status of the feedback',
    },
    writtenElsewhere: {
      reason: 'the content of the feedback',
      language: 'the language of the feedback',
      analyze: 'the status of the feedback',
      contact: 'contact',
    },
  },
)

/** A row to insert; in an update, null keeps the stored value. */
export type NewNpsResponse = RecordOf<typeof npsResponseTable>
