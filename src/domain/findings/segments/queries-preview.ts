import type { RuleCondition, SegmentRules } from '#contract/resources/segment-rules.ts'
import { listConditions } from '#domain/segmentation/validate-rules.ts'
import {
  compileSegmentRules,
  compileCondition,
  needsFeedbackStats,
  feedbackStatsJoin,
} from '#domain/segmentation/queries-rules.ts'
import type { Db } from '#store/open.ts'
import { join, type Sql, sql } from '#store/sql.ts'

const maxSampleContacts = 10

/** The contacts that rules would match, and how many each condition matches alone; one pass over the contacts. */
export async function previewRules(db: Db, org: string, rules: SegmentRules) {
  const scope = { org, chunk: false }
  const conditions = listConditions(rules)
  const contacts = contactsOf(
    scope,
    conditions.map(({ condition }) => condition),
  )
  const perCondition = conditions.map(
    ({ condition }) => sql`count(*) filter (where ${compileCondition(condition, scope)})`,
  )
  const counts = await db.first<{ contact_count: number; per_condition: string[] }>(sql`
    select count(*) filter (where ${compileSegmentRules(rules, scope)}) as contact_count,
      array[${join(perCondition, ', ')}]::text[] as per_condition ${contacts}`)
  const sample_contacts = await db.rows<{ id: string; name: string | null; email: string | null }>(sql`
    select c.id, c.name, c.email ${contacts} and ${compileSegmentRules(rules, scope)}
    order by c.id desc limit ${maxSampleContacts}`)
  return {
    contact_count: counts!.contact_count,
    sample_contacts,
    per_condition_counts: conditions.map(({ path }, n) => ({
      path,
      contact_count: Number(counts!.per_condition[n]),
    })),
  }
}

const contactsOf = (scope: { org: string; chunk: boolean }, conditions: readonly RuleCondition[]): Sql => sql`
  from contact c ${feedbackStatsJoin(scope, needsFeedbackStats(conditions))}
  where c.org_id = ${scope.org} and c.deleted_at is null`
