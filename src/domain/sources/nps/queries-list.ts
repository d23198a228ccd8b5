import type { Static } from 'typebox'
import type { nps } from '#contract/resources/nps.ts'
import { ofAccount, ofSegment } from '#domain/sources/contacts/queries.ts'
import { textIndex } from '#domain/sources/feedback/queries-text.ts'
import { ofPayingPeople } from '#domain/ranking/account-reach/queries-account-filters.ts'
import { defineList } from '#store/lists/define.ts'
import { equals, few, from, until, whether, withTag } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { containing } from '#store/page.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { type NpsView, type NpsResponseRow, selectNpsResponses, toNpsResponse } from './queries.ts'
import { npsResponseTable } from './table.ts'
import { inNpsGroup, type NpsGroup } from '#vocabulary/nps.ts'

type NpsListQuery = Static<(typeof nps.listNpsResponses)['query']>

const hasReason = (org: string, condition: Sql = raw('true')) => sql`exists (
  select 1 from feedback f
  where f.org_id = ${org} and f.id = nps_response.feedback_id and f.deleted_at is null and ${condition})`

const reasonContains = (org: string, text: string) => sql`feedback_id in (
  select feedback.id from feedback where feedback.org_id = ${org} and feedback.deleted_at is null
    and ${textIndex(org, containing(text))} and feedback.content ilike ${containing(text)})`

const inTheme = (org: string, theme: string) => sql`feedback_id in (
  select i.feedback_id from insight_theme l
  join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
  where l.org_id = ${org} and l.theme_id = ${theme})`

/** For each row by itself, without reading the whole theme. */
const hasTheme = (org: string, theme: string) => sql`exists (
  select 1 from insight i where i.org_id = ${org} and i.feedback_id = nps_response.feedback_id and i.live
    and i.theme_ids @> array[${theme}]::uuid[] offset 0)`

const list = defineList<NpsListQuery>()({
  table: npsResponseTable,
  live: raw('deleted_at is null'),
  orders: {},
  filters: {
    type: (types) => raw(`(${types.map((type) => inNpsGroup(type.toLowerCase() as NpsGroup, 'score')).join(' or ')})`),
    has_reason: whether(hasReason),
    theme_id: {
      where: (id, { org }) => inTheme(org, id),
      near: (id, { org }) => hasTheme(org, id),
      reach: 'many',
    },
    q: {
      where: (text, { org }) => reasonContains(org, text),
      near: (text, { org }) => hasReason(org, sql`f.content ilike ${containing(text)} offset 0`),
      reach: 'many',
    },
    segment_id: ofSegment,
    account_id: ofAccount,
    ...ofPayingPeople,
    contact_id: few('contact_id'),
    source: { where: (sources) => equals('source', sources), reach: 'many' },
    tag: withTag,
    occurred_after: from('responded_at'),
    occurred_before: until('responded_at'),
  },
})

export const npsResponseList: RowList<NpsListQuery, NpsResponseRow, NpsView> = {
  list,
  select: selectNpsResponses,
  present: toNpsResponse,
}
