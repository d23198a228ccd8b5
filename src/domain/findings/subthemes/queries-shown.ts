import { raw, type Sql } from '#store/sql.ts'

/** A subtheme `s` that exists for people: it has insights, or a person made, named or pinned it. */
export const isShownSubtheme: Sql = raw(
  's.merged_into_id is null and s.dissolved_at is null and (s.insight_count > 0 or s.pinned)',
)

/** A subtheme `s` that takes insights. */
export const isLiveSubtheme: Sql = raw('s.merged_into_id is null and s.dissolved_at is null')
