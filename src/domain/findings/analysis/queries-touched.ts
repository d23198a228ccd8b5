import { raw, type Sql, sql } from '#store/sql.ts'

/** Links that people make; an opportunity also has links of its own, which nobody added. */
const isEvidence = (org: string, table: string, condition = '') =>
  sql`exists (select 1 from ${raw(table)} e where e.org_id = ${org} and e.insight_id = i.id ${raw(condition)})`

/**
 * Whether a person has changed the insight `i`, merged others into it, put it into a subtheme or out of one, uses it as
 * evidence or has erased its quote. The analysis neither changes nor replaces such an insight.
 */
export const isTouched = (org: string): Sql => sql`(i.edited_by_human or i.themes_overridden or i.segments_overridden
  or ${isEvidence(org, 'project_insight')}
  or ${isEvidence(org, 'initiative_insight')}
  or ${isEvidence(org, 'opportunity_insight', 'and e.added_by is not null')}
  or ${isEvidence(org, 'subtheme_insight', 'and e.by_person')}
  or ${isEvidence(org, 'subtheme_former_insight', "and e.reason <> 'merged'")}
  or exists (select 1 from quote t where t.org_id = ${org} and t.insight_id = i.id
    and (t.redacted or not t.is_representative)))`
