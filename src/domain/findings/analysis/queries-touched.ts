import { raw, type Sql } from '#store/sql.ts'

/** Links that people make; an opportunity also has links of its own, which nobody added. */
const isEvidence = (table: string, condition = '') =>
  `exists (select 1 from ${table} e where e.org_id = i.org_id and e.insight_id = i.id ${condition})`

/**
 * Whether a person has changed the insight `i`, merged others into it, uses it as evidence or has erased its quote. The
 * analysis neither changes nor replaces such an insight.
 */
export const isTouched: Sql = raw(`(i.edited_by_human or i.themes_overridden or i.segments_overridden
  or ${isEvidence('project_insight')}
  or ${isEvidence('initiative_insight')}
  or ${isEvidence('opportunity_insight', 'and e.added_by is not null')}
  or exists (select 1 from quote t where t.org_id = i.org_id and t.insight_id = i.id
    and (t.redacted or not t.is_representative)))`)
