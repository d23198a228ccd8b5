import { record } from '#domain/account/events/record.ts'
import type { JobRun } from '#domain/context.ts'
import { refreshOpportunities } from '#domain/ranking/refresh.ts'
import type { RankedCategory } from '#engine/impact.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import { acquireLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { movesBetween } from './moves.ts'
import { noteMoves, standings } from './queries.ts'

/* Subthemes in which customers want something become opportunities, known again by their subtheme. What a person archived stays archived. */

const minInsights = 3
/** Where more than two of three praise, nothing is wanted. */
const mostPraise = 3

type Candidate = {
  id: string
  name: string
  description: string | null
  category: RankedCategory
  count: number
  wishes: number
  opportunity: string | null
  archived: boolean
}

/** The category that most of a subtheme's wishes and complaints have, where there are enough of them. */
const candidates = (db: Db, org: string) =>
  db.rows<Candidate>(sql`
    select distinct on (c.id) c.id, c.name, c.description, c.category, c.count, c.wishes, o.id as opportunity, coalesce(o.status = 'archived', false) as archived
    from (select s.id, s.name, s.description, s.insight_count, i.category, count(*) as count, sum(count(*)) over (partition by s.id) as wishes
      from subtheme s join theme t on t.org_id = s.org_id and t.id = s.theme_id and t.archived_at is null and t.merged_into_id is null
      join subtheme_insight l on l.org_id = s.org_id and l.subtheme_id = s.id
      join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live and i.category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')
      where s.org_id = ${org} group by s.id, s.name, s.description, s.insight_count, i.category) c
    left join opportunity o on o.org_id = ${org} and o.source_type = 'subtheme' and o.source_id = c.id::text
    where c.wishes >= ${minInsights} and c.wishes * ${mostPraise} >= c.insight_count order by c.id, c.count desc, c.category`)

/** Subthemes that are called after praise, and what is wanted in them, in a name of middling length. */
const wishesIn = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string; name: string }>(sql`
    with member as materialized (
      select s.id, s.name as called, i.id as insight_id, i.name, i.sentiment, i.category from subtheme s
      join subtheme_insight l on l.org_id = s.org_id and l.subtheme_id = s.id join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
      where s.org_id = ${org} and s.id = any(${ids}::uuid[]))
    select distinct on (id) id, name from member
    where id in (select id from member where sentiment = 'POSITIVE' and name = called)
      and sentiment <> 'POSITIVE' and name <> called and category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')
    order by id, abs(length(name) - 45), insight_id`)

/** Organizations that have something to rank. */
export const withBacklog = (db: Db) =>
  db.rows<{ org_id: string }>(
    sql`select distinct org_id from opportunity where status = 'active' union select distinct org_id from subtheme`,
  )

/** In a transaction of its own turn; answers with what is new, how the ranks moved, and their snapshot. */
export async function findOpportunities(db: Db, org: string) {
  await acquireLock(db, `${org}/backlog`)
  const found = await candidates(db, org)
  const fresh = found.filter((one) => one.opportunity === null)
  const wishes = new Map(
    (
      await wishesIn(
        db,
        org,
        fresh.map((one) => one.id),
      )
    ).map((row) => [row.id, row.name]),
  )
  const added = fresh.map((one) => ({ ...one, name: wishes.get(one.id) ?? one.name, opportunity: newId() }))
  const before = await standings(db, org)
  await insertNew(db, org, added)
  await takeEvidence(
    db,
    org,
    [...added, ...found.filter((one) => one.opportunity !== null && !one.archived)].map((one) => ({
      opportunity: one.opportunity!,
      subtheme: one.id,
      wishes: one.wishes,
    })),
  )
  const snapshot = await refreshOpportunities(db, org)
  const now = await standings(db, org)
  const moves = movesBetween(before, now, new Set(added.map((one) => one.opportunity)))
  await noteMoves(db, org, snapshot, now.length, moves)
  return { added, moves, snapshot }
}

export const refreshBacklog = async (run: JobRun) => async (db: Db) => {
  const { org } = run
  const { added, moves, snapshot } = await findOpportunities(db, org)
  const happenings = [
    ...added.map((one) => ({
      type: 'opportunity.created' as const,
      resource: one.opportunity,
      object: JSON.stringify({ id: one.opportunity, title: one.name, category: one.category, origin: 'pipeline' }),
    })),
    ...moves
      .filter(({ change }) => change !== 'new')
      .map(({ opportunity_id: id, title, rank, previous_rank }) => ({
        type: 'opportunity.rank_changed' as const,
        resource: id,
        object: JSON.stringify({ id, title, rank, previous_rank }),
        previous: JSON.stringify({ rank: previous_rank }),
      })),
  ]
  if (happenings.length)
    await db.run(
      record(
        org,
        { operation: 'backlog_refresh', actor: { type: 'system', id: run.id }, user: run.user, requestId: null },
        happenings,
      ),
    )
  return { type: 'opportunity_snapshot', id: snapshot }
}

async function insertNew(db: Db, org: string, added: readonly (Candidate & { opportunity: string })[]) {
  if (added.length === 0) return
  const rows = added.map((one) => ({
    id: one.opportunity,
    title: one.name,
    slug: slugOf(one.name, one.opportunity),
    summary: one.description,
    category: one.category,
    source_id: one.id,
  }))
  await db.run(sql`
    insert into opportunity (org_id, id, title, slug, summary, category, origin, source_type, source_id)
    select ${org}, id, title, slug, summary, category, 'pipeline', 'subtheme', source_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, title text, slug text, summary text, category text, source_id text)`)
  await db.run(sql`
    insert into opportunity_subtheme (org_id, opportunity_id, subtheme_id)
    select ${org}, id, source_id::uuid from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.source_id)}::text[]) as x (id, source_id)`)
}

type Pair = { opportunity: string; subtheme: string; wishes: number }
/** What one statement takes: some seconds of a busy server. */
const maxAtOnce = 10_000

/** However many insights a subtheme holds, no statement takes more of them than it can in its time. */
async function takeEvidence(db: Db, org: string, pairs: readonly Pair[]) {
  let [some, sum]: [Pair[], number] = [[], 0]
  for (const pair of pairs) {
    if (some.length > 0 && sum + pair.wishes > maxAtOnce) {
      await takeAll(db, org, some)
      ;[some, sum] = [[], 0]
    }
    some.push(pair)
    sum += pair.wishes
  }
  await takeAll(db, org, some)
}

/** Together, or a large one in parts. */
async function takeAll(db: Db, org: string, pairs: readonly Pair[]) {
  const parts = pairs.length === 1 ? Math.ceil(pairs[0]!.wishes / maxAtOnce) : 1
  for (let part = 0; part < parts; part++)
    await db.run(sql`
      insert into opportunity_insight (org_id, opportunity_id, insight_id)
      select ${org}, x.opportunity, i.id from unnest(${pairs.map((one) => one.opportunity)}::uuid[], ${pairs.map((one) => one.subtheme)}::uuid[]) as x (opportunity, subtheme)
      join subtheme_insight l on l.org_id = ${org} and l.subtheme_id = x.subtheme
      join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live and i.category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')
      where ${parts} = 1 or (hashtext(i.id::text) & 2147483647) % ${parts} = ${part}
      order by x.opportunity, i.id on conflict do nothing`)
}
