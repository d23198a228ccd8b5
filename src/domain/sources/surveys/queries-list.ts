import type { Static } from 'typebox'
import type { surveys } from '#contract/resources/surveys.ts'
import { defineList } from '#store/lists/define.ts'
import { contains } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { raw, sql } from '#store/sql.ts'
import { selectSurveys, type SurveyRow } from './queries.ts'
import { surveyTable } from './table.ts'

type SurveyListQuery = Static<(typeof surveys.listSurveys)['query']>

const list = defineList<SurveyListQuery>()({
  table: surveyTable,
  scope: ({ status, include_archived, updated_since }) =>
    status || include_archived || updated_since ? [] : [raw("status <> 'archived'")],
  orders: { title: { by: 'lower(title)', type: 'text' } },
  filters: {
    q: contains(['title', 'description']),
    tag: (tags) => sql`tags && ${tags}`,
    include_archived: { elsewhere: 'scope' },
  },
})

export const surveyList: RowList<SurveyListQuery, SurveyRow> = { list, select: selectSurveys, present: (row) => row }
