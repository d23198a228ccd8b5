import type pg from 'pg'
import type { DatabaseOptions } from '#store/open.ts'
import { beginUnlimited, withClient } from '#store/with-client.ts'

const sources = [
  { kind: 'survey_link', column: 'key', inUse: 'revoked_at is null' },
  { kind: 'feedback_widget', column: 'key', inUse: 'revoked_at is null' },
  { kind: 'share_link', column: 'token_hash', inUse: 'revoked_at is null' },
  { kind: 'integration', column: 'token', inUse: 'deleted_at is null' },
]

/** The directory is not backed up: it is made anew from the keys of the organization. */
export async function fillKeyDirectory(client: pg.Client, org: string): Promise<void> {
  await client.query('delete from key_directory where org_id = $1', [org])
  for (const { kind, column, inUse } of sources)
    await client.query(
      `insert into key_directory (key, kind, org_id)
       select ${column}, '${kind}', org_id from ${kind} where org_id = $1 and ${inUse}`,
      [org],
    )
}

export const refillKeyDirectory = (connection: DatabaseOptions): Promise<void> =>
  withClient(connection, 'earshot-restore', async (client) => {
    await beginUnlimited(client)
    await client.query('truncate key_directory')
    const { rows } = await client.query<{ id: string }>('select id from organization order by id')
    for (const { id } of rows) await fillKeyDirectory(client, id)
    await client.query('commit')
  })
