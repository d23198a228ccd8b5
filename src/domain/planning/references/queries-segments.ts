import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { raw, sql } from '#store/sql.ts'

export type LinkedSegment = { id: string; name: string; color: string }
const segmentTables = { initiative: 'initiative_segment', opportunity: 'opportunity_segment' }
type SegmentTarget = { kind: keyof typeof segmentTables; id: string }

export async function replaceSegments(db: Db, org: string, { kind, id }: SegmentTarget, segmentIds: readonly string[]) {
  const [table, column] = [raw(segmentTables[kind]), raw(`${kind}_id`)]
  await pipelined(db, [
    db.run(sql`
      delete from ${table}
      where org_id = ${org} and ${column} = ${id} and segment_id <> all(${segmentIds}::uuid[])`),
    db.run(sql`
      insert into ${table} (org_id, ${column}, segment_id) select ${org}, ${id}::uuid, segment_id
      from unnest(${segmentIds}::uuid[]) as segment_id
      on conflict do nothing`),
  ])
}

/** `[{id, name, color}, …]` by name, of the initiative or opportunity `o` of a statement. */
export const segmentsJson = (org: string, kind: SegmentTarget['kind']) =>
  sql`
    (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'color', s.color)
      order by lower(s.name), s.id), '[]')
    from ${raw(segmentTables[kind])} l join segment s on s.org_id = l.org_id and s.org_id = ${org}
      and s.id = l.segment_id and s.archived_at is null
    where l.org_id = o.org_id and l.org_id = ${org} and l.${raw(`${kind}_id`)} = o.id)`
