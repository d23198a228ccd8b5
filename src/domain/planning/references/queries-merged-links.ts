import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { importances, type Importance } from '#vocabulary/importance.ts'

/* Evidence and segments of opportunities that are merged or split. */

type Move = { from: string; to: string }
export type RaisedImportance = { insight_id: string; before: Importance | null; after: Importance | null }

const linkColumns = raw('reason, added_by, added_at, importance')

/** Returns the insights that were not linked before. */
export const copyEvidenceLinks = async (db: Db, org: string, { from, to }: Move): Promise<string[]> =>
  (
    await db.rows<{ insight_id: string }>(sql`
      insert into opportunity_insight (org_id, opportunity_id, insight_id, ${linkColumns})
      select l.org_id, ${to}::uuid, l.insight_id, ${linkColumns} from opportunity_insight l
      where l.org_id = ${org} and l.opportunity_id = ${from} order by l.insight_id
      on conflict do nothing returning insight_id`)
  ).map(({ insight_id }) => insight_id)

export const copySegmentLinks = async (db: Db, org: string, { from, to }: Move): Promise<string[]> =>
  (
    await db.rows<{ segment_id: string }>(sql`
      insert into opportunity_segment (org_id, opportunity_id, segment_id)
      select l.org_id, ${to}::uuid, l.segment_id from opportunity_segment l
      where l.org_id = ${org} and l.opportunity_id = ${from} order by l.segment_id
      on conflict do nothing returning segment_id`)
  ).map(({ segment_id }) => segment_id)

/** Of evidence of both the higher importance counts; returns what was raised. */
export const raiseImportance = (db: Db, org: string, { from, to }: Move) =>
  db.rows<RaisedImportance>(sql`
    with higher as (
      select t.insight_id, t.importance as before, s.importance as after from opportunity_insight t
      join opportunity_insight s on s.org_id = t.org_id and s.org_id = ${org} and s.opportunity_id = ${from}
        and s.insight_id = t.insight_id
      where t.org_id = ${org} and t.opportunity_id = ${to} and array_position(${importances}::text[], s.importance)
        < coalesce(array_position(${importances}::text[], t.importance), ${importances.length + 1}))
    update opportunity_insight l set importance = h.after from higher h
    where l.org_id = ${org} and l.opportunity_id = ${to} and l.insight_id = h.insight_id
    returning l.insight_id, h.before, h.after`)

/** Where it was not changed since. */
export const restoreImportance = (db: Db, org: string, opportunity: string, raised: readonly RaisedImportance[]) =>
  db.run(sql`
    update opportunity_insight l set importance = x.before
    from jsonb_to_recordset(${JSON.stringify(raised)}::jsonb) as x (insight_id uuid, before text, after text)
    where l.org_id = ${org} and l.opportunity_id = ${opportunity} and l.insight_id = x.insight_id
      and l.importance is not distinct from x.after`)

/** What was said of the evidence of one opportunity becomes that of the other one. */
export const copyEvidenceNotes = (db: Db, org: string, { from, to }: Move, insights: readonly string[]) =>
  db.run(sql`
    update opportunity_insight l set importance = s.importance, reason = s.reason
    from opportunity_insight s
    where l.org_id = ${org} and l.opportunity_id = ${to} and l.insight_id = any(${insights}::uuid[])
      and s.org_id = ${org} and s.opportunity_id = ${from} and s.insight_id = l.insight_id
      and (l.importance, l.reason) is distinct from (s.importance, s.reason)`)

export const deleteEvidenceLinks = (db: Db, org: string, opportunity: string, insights: readonly string[]) =>
  db.run(sql`
    delete from opportunity_insight
    where org_id = ${org} and opportunity_id = ${opportunity} and insight_id = any(${insights}::uuid[])`)

export const deleteSegmentLinks = (db: Db, org: string, opportunity: string, segments: readonly string[]) =>
  db.run(sql`
    delete from opportunity_segment
    where org_id = ${org} and opportunity_id = ${opportunity} and segment_id = any(${segments}::uuid[])`)

/** With importance, reason and time. */
export const moveEvidenceLinks = (db: Db, org: string, { from, to }: Move, insights: readonly string[]) =>
  db.run(sql`
    update opportunity_insight set opportunity_id = ${to}
    where org_id = ${org} and opportunity_id = ${from} and insight_id = any(${insights}::uuid[])`)

/**
 * The evidence that the analysis gave an opportunity after another one had been merged into it, and that is that of the
 * source of the other one alone.
 */
export const listEvidenceSince = async (db: Db, org: string, { from, to }: Move, since: string): Promise<string[]> =>
  (
    await db.rows<{ insight_id: string }>(sql`
      select l.insight_id from opportunity_insight l
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id
      join opportunity o on o.org_id = l.org_id and o.org_id = ${org} and o.id = ${to}
      where l.org_id = ${org} and l.opportunity_id = ${from} and l.added_by is null and l.added_at >= ${since}
        and not exists (
          select 1 from opportunity_subtheme s
          join subtheme_insight m on m.org_id = s.org_id and m.org_id = ${org} and m.subtheme_id = s.subtheme_id
            and m.insight_id = i.id
          where s.org_id = ${org} and s.opportunity_id = ${from})
        and (exists (
            select 1 from opportunity_subtheme s
            join subtheme_insight m on m.org_id = s.org_id and m.org_id = ${org} and m.subtheme_id = s.subtheme_id
              and m.insight_id = i.id
            where s.org_id = ${org} and s.opportunity_id = ${to})
          or i.theme_ids[1]::text = o.source_id and o.source_type =
            case i.category when 'FEATURE_REQUESTS' then 'theme_requests' else 'theme_problems' end)`)
  ).map(({ insight_id }) => insight_id)
