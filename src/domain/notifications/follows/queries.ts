import { idsWithMerged, isObjectPresent, type ObjectRef, objectTitle } from '#domain/objects/queries.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { DiscussedKind } from '#vocabulary/discussions.ts'

/** The choices of members about the object or one that was merged into it; the one about the object itself counts. */
export const listFollowers = (db: Db, org: string, object: ObjectRef) =>
  db.rows<{ user_id: string; following: boolean }>(sql`
    select distinct on (f.user_id) f.user_id, f.following from follow f
    where f.org_id = ${org} and f.object_type = ${object.type} and f.object_id in (${idsWithMerged(org, object)})
    order by f.user_id, f.object_id = ${object.id} desc, f.following desc`)

export const findFollow = (db: Db, org: string, object: ObjectRef, user: string) =>
  db.first<{ following: boolean }>(sql`
    select f.following from follow f
    where f.org_id = ${org} and f.object_type = ${object.type} and f.object_id in (${idsWithMerged(org, object)})
      and f.user_id = ${user}
    order by f.object_id = ${object.id} desc, f.following desc limit 1`)

/** Members who take part follow, unless they chose not to. */
export const follow = (db: Db, org: string, { type, id }: ObjectRef, users: readonly string[]) =>
  db.run(sql`
    insert into follow (org_id, object_type, object_id, user_id)
    select ${org}, ${type}, ${id}::uuid, m.user_id from membership m
    where m.org_id = ${org} and m.user_id = any(${users}::text[])
    on conflict (org_id, object_type, object_id, user_id) do nothing`)

type Choice = { user: string; following: boolean }

export const upsertFollow = (db: Db, org: string, { type, id }: ObjectRef, { user, following }: Choice) =>
  db.run(sql`
    insert into follow (org_id, object_type, object_id, user_id, following)
    values (${org}, ${type}, ${id}, ${user}, ${following})
    on conflict (org_id, object_type, object_id, user_id) do update set following = excluded.following`)

type FollowedRow = { object_type: DiscussedKind; object_id: string; title: string; followed_at: string }
type Keys = readonly (string | number | null)[] | undefined

/** What a member chose to follow, newest first, one row more than the limit. */
export const listFollowed = (db: Db, org: string, user: string, { limit, after }: { limit: number; after: Keys }) =>
  db.rows<FollowedRow>(sql`
    select f.object_type, f.object_id, coalesce(${objectTitle(org, 'f')}, '') as title, f.created_at as followed_at
    from follow f
    where f.org_id = ${org} and f.user_id = ${user} and f.following and ${isObjectPresent(org, 'f')}
      and ${after ? sql`(f.created_at, f.object_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : raw('true')}
    order by f.created_at desc, f.object_id desc limit ${limit + 1}`)

export const deleteFollowsOfGone = (db: Db, org: string) =>
  db.run(sql`delete from follow f where f.org_id = ${org} and not ${isObjectPresent(org, 'f')}`)
