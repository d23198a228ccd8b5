import type { Static } from 'typebox'
import type { ScoringMethod } from '#contract/resources/scoring-methods.ts'
import { flag, integer, jsonb, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

type Method = Static<typeof ScoringMethod>

export const scoringMethodTable = defineTable<Method>()('scoring_method', {
  columns: {
    id: uuid(),
    name: text({ erasure: 'team' }),
    kind: text({ erasure: 'fixed' }),
    factors: jsonb<Method['factors']>()({ erasure: 'team' }),
    version: integer(),
    active: flag(),
    created_at: time(),
    updated_at: time(),
  },
  elsewhere: {},
  writtenElsewhere: {},
})
