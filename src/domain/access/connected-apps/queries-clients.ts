import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Apps that may ask people for access. They belong to no organization. */

export type OAuthClient = { id: string; name: string; redirect_uris: string[] }

export const findClient = (db: Db, id: string) =>
  db.first<OAuthClient>(sql`select id, name, redirect_uris from oauth_client where id = ${id}`)

/** A document that describes an app may change. */
export const upsertClient = (db: Db, { id, name, redirect_uris }: OAuthClient) =>
  db.run(sql`
    insert into oauth_client (id, name, redirect_uris) values (${id}, ${name}, ${redirect_uris}::text[])
    on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris
    where (oauth_client.name, oauth_client.redirect_uris) is distinct from (excluded.name, excluded.redirect_uris)`)

/** Keeps an app that people use. */
export const updateGranted = (db: Db, id: string) =>
  db.run(sql`update oauth_client set granted_at = now() where id = ${id}`)
