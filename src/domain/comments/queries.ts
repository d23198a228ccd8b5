import type { Static } from 'typebox'
import type { Comment } from '#contract/resources/comments.ts'
import { idsWithMerged, isObjectPresent, type ObjectRef } from '#domain/objects/queries.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { insertRow, type RowToInsert } from '#store/table/insert-row.ts'
import type { DiscussedKind, Reaction } from '#vocabulary/discussions.ts'
import { commentTable } from './table.ts'

type CommentRow = Static<typeof Comment>

/** A member as the web app names them; null once they left. */
const memberOf = (org: string, column: string): Sql => sql`(
  select json_build_object('user_id', u.id, 'name', u.name)
  from membership m join app_user u on u.id = m.user_id
  where m.org_id = ${org} and m.user_id = ${raw(column)})`

const plainColumns = raw(`c.id, c.object_type, c.object_id, nullif(c.thread_id, c.id) as parent_id, c.body,
  c.resolved_at, c.edited_at, c.deleted_at is not null as deleted, '/comments/' || c.id as url, c.created_at,
  c.updated_at`)

const columns = (org: string): Sql => sql`${plainColumns},
  ${memberOf(org, 'c.author_id')} as author, ${memberOf(org, 'c.resolved_by')} as resolved_by,
  coalesce((
    select json_agg(json_build_object('user_id', u.id, 'name', u.name) order by u.name, u.id)
    from membership m join app_user u on u.id = m.user_id
    where m.org_id = ${org} and m.user_id = any(c.mentions)), '[]') as mentions,
  coalesce((
    select json_agg(json_build_object('reaction', r.reaction, 'user_ids', r.user_ids) order by r.first_at, r.reaction)
    from (
      select reaction, min(created_at) as first_at, json_agg(user_id order by created_at, user_id) as user_ids
      from comment_reaction where org_id = ${org} and comment_id = c.id group by reaction) r), '[]') as reactions`

/** A deleted comment is shown while it has replies. */
const isShown = (org: string): Sql => sql`(c.deleted_at is null or exists (
  select 1 from comment r where r.org_id = ${org} and r.thread_id = c.id and r.deleted_at is null))`

type ThreadPage = { limit: number; after: readonly (string | number | null)[] | undefined }

/** In the order of threads, one row more than the limit. */
export const listComments = (db: Db, org: string, object: ObjectRef, { limit, after }: ThreadPage) =>
  db.rows<CommentRow & { thread_id: string }>(sql`
    select ${columns(org)}, c.thread_id from comment c
    where c.org_id = ${org} and c.object_type = ${object.type} and c.object_id in (${idsWithMerged(org, object)})
      and ${isShown(org)}
      and ${after ? sql`(c.thread_id, c.id) > (${after[0]}::uuid, ${after[1]}::uuid)` : raw('true')}
    order by c.thread_id, c.id limit ${limit + 1}`)

export const countComments = async (db: Db, org: string, object: ObjectRef) =>
  (await db.first<{ comment_count: number; open_thread_count: number }>(sql`
    select count(*)::int as comment_count,
      (count(*) filter (where c.thread_id = c.id and c.resolved_at is null))::int as open_thread_count
    from comment c
    where c.org_id = ${org} and c.object_type = ${object.type} and c.object_id in (${idsWithMerged(org, object)})
      and c.deleted_at is null`))!

/** Comments are gone with their object. */
export const findComment = (db: Db, org: string, id: string) =>
  db.first<CommentRow>(sql`
    select ${columns(org)} from comment c
    where c.org_id = ${org} and c.id = ${id} and ${isShown(org)} and ${isObjectPresent(org, 'c')}`)

export type LockedComment = {
  id: string
  object_type: DiscussedKind
  object_id: string
  thread_id: string
  author_id: string
  mentions: string[]
  resolved_at: string | null
}

export const lockComment = (db: Db, org: string, id: string) =>
  db.first<LockedComment>(sql`
    select c.id, c.object_type, c.object_id, c.thread_id, c.author_id, c.mentions, c.resolved_at
    from comment c
    where c.org_id = ${org} and c.id = ${id} and c.deleted_at is null and ${isObjectPresent(org, 'c')}
    for no key update of c`)

/** The thread of a comment on the object, to reply in. */
export const findThread = (db: Db, org: string, id: string, object: ObjectRef) =>
  db.first<{ thread_id: string }>(sql`
    select c.thread_id from comment c
    where c.org_id = ${org} and c.id = ${id} and ${isShown(org)} and c.object_type = ${object.type}
      and c.object_id in (${idsWithMerged(org, object)})`)

/** Everyone who wrote in a thread. */
export const listThreadAuthors = async (db: Db, org: string, thread: string) =>
  (
    await db.rows<{ author_id: string }>(sql`
      select distinct author_id from comment
      where org_id = ${org} and thread_id = ${thread} and deleted_at is null`)
  ).map((row) => row.author_id)

export const listActiveMembers = async (db: Db, org: string, users: readonly string[]) =>
  (
    await db.rows<{ user_id: string }>(sql`
      select user_id from membership
      where org_id = ${org} and status = 'active' and user_id = any(${users}::text[])`)
  ).map((row) => row.user_id)

type NewComment = RowToInsert<typeof commentTable>
const newRow = insertRow(commentTable)

export const insertComment = (db: Db, org: string, row: NewComment) =>
  db.run(sql`insert into comment ${newRow(org, row)}`)

export const updateBody = (db: Db, org: string, id: string, { body, mentions }: { body: string; mentions: string[] }) =>
  db.run(sql`
    update comment set body = ${body}, mentions = ${mentions}, edited_at = now(), updated_at = now()
    where org_id = ${org} and id = ${id}`)

type Resolution = { resolved_at: Date | null; resolved_by: string | null }

export const updateResolved = (db: Db, org: string, id: string, { resolved_at, resolved_by }: Resolution) =>
  db.run(sql`
    update comment set resolved_at = ${resolved_at}, resolved_by = ${resolved_by}, updated_at = now()
    where org_id = ${org} and id = ${id}`)

/** Without its text; the row is found by deltas of the search and by the replies. */
export const markCommentDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`
    update comment set body = '', mentions = '{}', deleted_at = now(), updated_at = now()
    where org_id = ${org} and id = ${id}`)

export const deleteReactions = (db: Db, org: string, id: string) =>
  db.run(sql`delete from comment_reaction where org_id = ${org} and comment_id = ${id}`)

type ReactionOf = { id: string; user: string; reaction: Reaction }

export const insertReaction = (db: Db, org: string, { id, user, reaction }: ReactionOf) =>
  db.run(sql`
    insert into comment_reaction (org_id, comment_id, user_id, reaction)
    values (${org}, ${id}, ${user}, ${reaction}) on conflict (org_id, comment_id, reaction, user_id) do nothing`)

export const deleteReaction = (db: Db, org: string, { id, user, reaction }: ReactionOf) =>
  db.run(sql`
    delete from comment_reaction
    where org_id = ${org} and comment_id = ${id} and user_id = ${user} and reaction = ${reaction}`)
