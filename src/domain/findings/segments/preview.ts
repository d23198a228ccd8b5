import type { RuleCondition, SegmentRules } from '#contract/resources/segment-rules.ts'
import { conditionsIn } from '#domain/segmentation/check.ts'
import { compile, compileOne, countsFeedback, feedbackOf } from '#domain/segmentation/compile.ts'
import type { Db } from '#store/open.ts'
import { join, type Sql, sql } from '#store/sql.ts'

const maxShown = 10

/** Whom rules would catch, and how many each condition alone; one pass over the contacts. */
export async function preview(db: Db, org: string, rules: SegmentRules) {
  const reach = { org, chunk: false }
  const placed = conditionsIn(rules)
  const people = from(
    reach,
    placed.map(({ condition }) => condition),
  )
  const alone = placed.map(({ condition }) => sql`count(*) filter (where ${compileOne(condition, reach)})`)
  const counts = await db.first<{ contact_count: number; alone: string[] }>(sql`
    select count(*) filter (where ${compile(rules, reach)}) as contact_count, array[${join(alone, ', ')}]::text[] as alone ${people}`)
  const sample_contacts = await db.rows<{ id: string; name: string | null; email: string | null }>(sql`
    select c.id, c.name, c.email ${people} and ${compile(rules, reach)} order by c.id desc limit ${maxShown}`)
  return {
    contact_count: counts!.contact_count,
    sample_contacts,
    per_condition_counts: placed.map(({ path }, n) => ({ path, contact_count: Number(counts!.alone[n]) })),
  }
}

const from = (reach: { org: string; chunk: boolean }, conditions: readonly RuleCondition[]): Sql =>
  sql`from contact c ${feedbackOf(reach, countsFeedback(conditions))} where c.org_id = ${reach.org} and c.deleted_at is null`
