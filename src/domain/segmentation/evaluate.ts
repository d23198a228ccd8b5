import type { RuleField, SegmentRules } from '#contract/resources/segment-rules.ts'
import { acquireSharedLock, acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import { conditionsIn } from './check.ts'
import { compile, countsFeedback, feedbackOf } from './compile.ts'

/* Who is in which segment: by rule, unless somebody decided otherwise. All segments of all contacts at hand are settled in one statement. */

export type Ruled = { id: string; rules: SegmentRules | null }

export const segmentsToApply = (db: Db, org: string) =>
  db.rows<Ruled>(sql`select id, rules from segment where org_id = ${org} and archived_at is null order by id`)

/** What a transaction holds is as it was until its end, so it is held and read once. */
type Held = { lock: Promise<unknown>; segments?: Promise<Ruled[]> }
const heldIn = new WeakMap<Db, Map<string, Held>>()

function held(db: Db, org: string): Held {
  const ofOrgs = heldIn.get(db) ?? new Map<string, Held>()
  heldIn.set(db, ofOrgs)
  const known = ofOrgs.get(org) ?? { lock: acquireSharedLock(db, orgLock(org, 'segments')) }
  ofOrgs.set(org, known)
  return known
}

/** Rules stay as they are while contacts are measured by them; many may measure at once. Taken before contacts are held, so that nobody waits in a circle. */
export const holdRules = (db: Db, org: string) => held(db, org).lock
/** Nobody measures while rules change, so that no contact is left with the old ones. */
export const changeRules = (db: Db, org: string) => {
  heldIn.delete(db)
  return acquireLock(db, orgLock(org, 'segments'))
}

async function heldSegments(db: Db, org: string): Promise<Ruled[]> {
  const own = held(db, org)
  const [, segments] = await Promise.all([own.lock, (own.segments ??= segmentsToApply(db, org))])
  return segments
}

const facts = {
  feedback: new Set<RuleField>([
    'last_feedback_at',
    'feedback_count',
    'integration_source',
    'integration_tag',
    'integration_attribute',
    'slack_channel',
  ]),
  nps: new Set<RuleField>(['nps_type']),
}
/** What changed about a contact; when it is not the contact itself, most rules need no second look. */
export type Because = keyof typeof facts

const concerned = (segments: readonly Ruled[], because: Because | undefined) =>
  segments.filter(
    ({ rules }) =>
      rules &&
      (because === undefined || conditionsIn(rules).some(({ condition }) => facts[because].has(condition.field))),
  )

/** Settles contacts that this transaction has changed, or what hangs on them. */
export async function evaluateContacts(
  db: Db,
  org: string,
  ids: readonly (string | null | undefined)[],
  because?: Because,
): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))]
  if (wanted.length === 0) return
  const ruled = concerned(await heldSegments(db, org), because)
  if (ruled.length === 0) return
  // What hangs on a contact changes without the contact being held.
  if (because) await reevaluate(db, org, ruled, wanted)
  else await inherit(db, org, await apply(db, org, ruled, wanted))
}

/** Settles contacts that others may be changing: only those who move are held, and looked at again once they are. */
export async function reevaluate(
  db: Db,
  org: string,
  segments: readonly Ruled[],
  ids: readonly string[],
): Promise<number> {
  if (segments.length === 0 || ids.length === 0) return 0
  const moving = await db.rows<{ id: string }>(
    sql`${settled(org, segments, ids)} select id from next where before is distinct from ids`,
  )
  if (moving.length === 0) return 0
  const held = await db.rows<{ id: string }>(sql`
    select id from contact where org_id = ${org} and id = any(${moving.map((row) => row.id)}::uuid[]) order by id for no key update`)
  const changed = await apply(
    db,
    org,
    segments,
    held.map((row) => row.id),
  )
  await inherit(db, org, changed)
  return changed.length
}

const apply = async (db: Db, org: string, segments: readonly Ruled[], ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
    ${settled(org, segments, ids)}
    update contact c set segment_ids = n.ids, updated_at = now() from next n
    where c.org_id = ${org} and c.id = n.id and n.before is distinct from n.ids returning c.id`)
  ).map((row) => row.id)

/** `next`: the segments of each contact as they were and as they shall be. Segments that are not asked about stay. */
function settled(org: string, segments: readonly Ruled[], ids: readonly string[]): Sql {
  const reach = { org, chunk: true }
  const asked = segments.map(({ id }) => id)
  const ruled = segments.flatMap(({ id, rules }) => (rules ? [{ id, rules }] : []))
  const caught = ruled.length
    ? sql`array[${join(
        ruled.map(({ id, rules }) => sql`case when ${compile(rules, reach)} then ${id}::uuid end`),
        ', ',
      )}]`
    : raw("'{}'::uuid[]")
  return sql`
    with chunk as materialized (select unnest(${ids}::uuid[]) as id),
    decided as (
      select contact_id, array_agg(segment_id) filter (where membership <> 'excluded') as added, array_agg(segment_id) filter (where membership = 'excluded') as excluded
      from segment_member where org_id = ${org} and contact_id in (select id from chunk) and segment_id = any(${asked}::uuid[]) group by contact_id),
    found as (
      select c.id, c.segment_ids as before, ${caught} as caught
      from contact c ${feedbackOf(reach, countsFeedback(ruled.flatMap(({ rules }) => conditionsIn(rules).map(({ condition }) => condition))))}
      where c.org_id = ${org} and c.id in (select id from chunk) and c.deleted_at is null),
    next as (
      select f.id, f.before, array(
        select s from unnest(f.caught || d.added) as s where s is not null and s <> all(coalesce(d.excluded, '{}'))
        union select s from unnest(f.before) as s where s <> all(${asked}::uuid[]) order by s) as ids
      from found f left join decided d on d.contact_id = f.id)`
}

/** An insight that got another contact, or none. */
export const inheritAnew = (db: Db, org: string, insightId: string) =>
  db.run(sql`
    update insight i set segment_ids = coalesce((select c.segment_ids from contact c where c.org_id = ${org} and c.id = i.contact_id), '{}')
    where i.org_id = ${org} and i.id = ${insightId} and not i.segments_overridden`)

/** What a contact said belongs where the contact does, unless somebody put it elsewhere. */
export const inherit = async (db: Db, org: string, contactIds: readonly string[]) => {
  if (contactIds.length === 0) return
  await db.run(sql`
    update insight i set segment_ids = c.segment_ids, updated_at = now()
    from contact c where c.org_id = ${org} and c.id = any(${contactIds}::uuid[]) and i.org_id = c.org_id and i.contact_id = c.id
      and not i.segments_overridden and i.segment_ids is distinct from c.segment_ids`)
}
