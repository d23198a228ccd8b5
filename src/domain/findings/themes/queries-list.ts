import type { Static } from 'typebox'
import type { themes } from '#contract/resources/themes.ts'
import { accountsBehind } from '#domain/ranking/account-reach/queries-account-filters.ts'
import { defineList } from '#store/lists/define.ts'
import type { DocumentList } from '#store/lists/document-list.ts'
import { contains } from '#store/lists/filters.ts'
import { raw, sql } from '#store/sql.ts'
import { themeTable } from './table.ts'

export type ThemeListQuery = Static<(typeof themes.listThemes)['query']>

const themeList = defineList<ThemeListQuery>()({
  table: themeTable,
  live: raw('merged_into_id is null'),
  orders: { name: { by: 'lower(name)', type: 'text' }, revenue: { by: 'yearly_revenue', type: 'double precision' } },
  scope: ({ include_archived, updated_since }) => [
    include_archived || updated_since ? undefined : raw('archived_at is null'),
  ],
  filters: {
    q: contains(['name', 'notes']),
    segment_id: (id, { org }) => sql`exists (
      select 1 from insight i where i.org_id = ${org} and i.live
        and i.segment_ids @> array[${id}]::uuid[] and i.theme_ids @> array[theme.id] offset 0)`,
    ...accountsBehind('theme'),
    include_archived: { elsewhere: 'scope' },
  },
})

export const themeDocuments: DocumentList<ThemeListQuery> = {
  list: themeList,
  gone: { deletedAt: 'updated_at', mergedInto: 'merged_into_id' },
}
