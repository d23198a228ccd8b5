import type { SegmentRules } from '#contract/resources/segment-rules.ts'
import type { Db } from '#store/open.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import { compileSegmentRules, feedbackStatsJoin, needsFeedbackStats } from './queries-rules.ts'
import { listConditions } from './validate-rules.ts'

export type SegmentWithRules = { id: string; rules: SegmentRules | null }

export const listActiveSegments = (db: Db, org: string) =>
  db.rows<SegmentWithRules>(
    sql`select id, rules from segment where org_id = ${org} and archived_at is null order by id`,
  )

/** Whether the organization uses segments, and which of these ids exist; share-locked so that they stay. */
export const lockSegmentsShared = async (db: Db, org: string, ids: readonly string[]) =>
  (await db.first<{ enabled: boolean; existing: string[] }>(sql`
    select feature_segments as enabled,
      array(
        select id::text from segment
        where org_id = ${org} and id = any(${ids}::uuid[]) and archived_at is null order by id for share) as existing
    from organization where id = ${org}`))!

/**
 * The CTE `next`: the segments of each contact before and after evaluation.
 * Segments that are not evaluated keep their members.
 */
function nextSegmentIds(org: string, segments: readonly SegmentWithRules[], contactIds: readonly string[]): Sql {
  const scope = { org, chunk: true }
  const evaluated = segments.map(({ id }) => id)
  const withRules = segments.flatMap(({ id, rules }) => (rules ? [{ id, rules }] : []))
  const conditions = withRules.flatMap(({ rules }) => listConditions(rules).map(({ condition }) => condition))
  const matched = withRules.length
    ? sql`array[${join(
        withRules.map(({ id, rules }) => sql`case when ${compileSegmentRules(rules, scope)} then ${id}::uuid end`),
        ', ',
      )}]`
    : raw("'{}'::uuid[]")
  return sql`
    with chunk as materialized (select unnest(${contactIds}::uuid[]) as id),
    manual as (
      select contact_id, array_agg(segment_id) filter (where membership <> 'excluded') as added,
        array_agg(segment_id) filter (where membership = 'excluded') as excluded
      from segment_member
      where org_id = ${org} and contact_id in (select id from chunk) and segment_id = any(${evaluated}::uuid[])
      group by contact_id),
    found as (
      select c.id, c.segment_ids as before, ${matched} as matched
      from contact c ${feedbackStatsJoin(scope, needsFeedbackStats(conditions))}
      where c.org_id = ${org} and c.id in (select id from chunk) and c.deleted_at is null),
    next as (
      select f.id, f.before, array(
        select s from unnest(f.matched || m.added) as s where s is not null and s <> all(coalesce(m.excluded, '{}'))
        union select s from unnest(f.before) as s where s <> all(${evaluated}::uuid[]) order by s) as ids
      from found f left join manual m on m.contact_id = f.id)`
}

/** Contacts whose segments would change. */
export const listMovingContacts = async (
  db: Db,
  org: string,
  segments: readonly SegmentWithRules[],
  contactIds: readonly string[],
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`${nextSegmentIds(org, segments, contactIds)} select id from next where before is distinct from ids`,
    )
  ).map((row) => row.id)

/** Writes the segments of contacts and returns the contacts that changed. */
export const updateSegmentIds = async (
  db: Db,
  org: string,
  segments: readonly SegmentWithRules[],
  contactIds: readonly string[],
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      ${nextSegmentIds(org, segments, contactIds)}
      update contact c set segment_ids = n.ids, updated_at = now() from next n
      where c.org_id = ${org} and c.id = n.id and n.before is distinct from n.ids returning c.id`)
  ).map((row) => row.id)

/** Locked in the order of their ids, so that two evaluations wait for each other instead of deadlocking. */
export const lockContactRows = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from contact where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)
  ).map((row) => row.id)

/** For an insight whose contact was replaced or removed. */
export const copySegmentsToInsight = (db: Db, org: string, insightId: string) =>
  db.run(sql`
    update insight i set segment_ids =
      coalesce((select c.segment_ids from contact c where c.org_id = ${org} and c.id = i.contact_id), '{}'),
      updated_at = now()
    where i.org_id = ${org} and i.id = ${insightId} and not i.segments_overridden`)

/** Insights follow the segments of their contact, unless their segments were set by hand. */
export const copySegmentsToInsights = async (db: Db, org: string, contactIds: readonly string[]) => {
  if (contactIds.length === 0) return
  await db.run(sql`
    update insight i set segment_ids = c.segment_ids, updated_at = now()
    from contact c
    where c.org_id = ${org} and c.id = any(${contactIds}::uuid[]) and i.org_id = ${org} and i.contact_id = c.id
      and not i.segments_overridden and i.segment_ids is distinct from c.segment_ids`)
}

/** Contacts per statement: enough to be fast, few enough not to block other writers for long. */
export const chunkSize = 2_000

export const listContactIdsAfter = async (
  db: Db,
  org: string,
  after: string | null,
  limit = chunkSize,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from contact
      where org_id = ${org} and deleted_at is null and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${limit}`)
  ).map((row) => row.id)

export const hasMoreContactsThan = async (db: Db, org: string, count: number) =>
  (await db.first(sql`select 1 from contact where org_id = ${org} and deleted_at is null offset ${count} limit 1`)) !==
  undefined
