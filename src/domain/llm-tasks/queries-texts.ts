import { uuidArray } from '#store/binary-arrays.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import type { TaskKind } from './queries.ts'

/* Which texts a language model has written. */

/** The model that wrote the text of a row of `table`, or null. */
export const languageModelOf = (org: string, kind: TaskKind, table: string): Sql => sql`(
  select model from language_model_text m
  where m.org_id = ${org} and m.kind = ${raw(`'${kind}' and m.resource_id = ${table}.id`)})`

export const markWritten = (
  db: Db,
  org: string,
  kind: TaskKind,
  { ids, model }: { ids: readonly string[]; model: string },
) =>
  db.run(sql`
    insert into language_model_text (org_id, kind, resource_id, model)
    select ${org}, ${kind}, id, ${model} from unnest(${uuidArray(ids)}::uuid[]) as x (id)
    on conflict (org_id, kind, resource_id) do update set model = excluded.model`)

/** A person has written it anew. */
export const unmarkWritten = (db: Db, org: string, kind: TaskKind, id: string) =>
  db.run(sql`delete from language_model_text where org_id = ${org} and kind = ${kind} and resource_id = ${id}`)

export const listWritten = async (db: Db, org: string, kind: TaskKind): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select resource_id as id from language_model_text where org_id = ${org} and kind = ${kind}`,
    )
  ).map((row) => row.id)
