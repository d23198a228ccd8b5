import type { Input as FeedbackGiven } from '#domain/sources/feedback/ingest.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { maxContent, type ThreadMessage } from './drafts.ts'

/* A thread is put together anew from its messages whenever one of them changes. */

type Said = { message_id: string; author: string | null; body: string; said_at: string }

/** Messages of one thread that arrive together are taken in one after the other. */
export async function storeMessage(
  db: Db,
  org: string,
  integration: string,
  { thread, message_id, author, body, said_at }: ThreadMessage,
): Promise<Said[]> {
  await acquireLock(db, orgLock(org, `threads/${integration}/${thread}`))
  if (body === null)
    await db.run(
      sql`delete from thread_message where org_id = ${org} and integration_id = ${integration} and thread = ${thread} and message_id = ${message_id}`,
    )
  else
    await db.run(sql`
      insert into thread_message (org_id, integration_id, thread, message_id, author, body, said_at)
      values (${org}, ${integration}, ${thread}, ${message_id}, ${author}, ${body}, ${said_at})
      on conflict (org_id, integration_id, thread, message_id) do update set body = excluded.body, author = coalesce(excluded.author, thread_message.author)`)
  return db.rows<Said>(sql`
    select message_id, author, body, said_at from thread_message
    where org_id = ${org} and integration_id = ${integration} and thread = ${thread} order by said_at, message_id limit 1000`)
}

const idOf = ({ channel, thread }: ThreadMessage) => `${channel}-${thread}`

/** Whole messages as long as there is room; who began the thread is whose feedback it is. */
export function feedbackOf(message: ThreadMessage, said: readonly Said[], source: string): FeedbackGiven {
  let room = maxContent
  const kept = said.filter(({ body }) => {
    const fits = body.length <= room
    if (fits) room -= body.length + 2
    return fits
  })
  const author = said.find((one) => one.message_id === message.thread)?.author
  return {
    content: kept.map((one) => one.body).join('\n\n'),
    source,
    source_type: 'message',
    external_id: idOf(message),
    occurred_at: said[0]!.said_at,
    analyze: true,
    metadata: { channel: message.channel, thread_ts: message.thread, messages: said.length },
    ...(author && { contact: { identities: [{ provider: 'slack', external_id: author }] } }),
  }
}

export const feedbackOfThread = (db: Db, org: string, source: string, message: ThreadMessage) =>
  db.first<{ id: string }>(
    sql`select id from feedback where org_id = ${org} and source = ${source} and external_id = ${idOf(message)} and deleted_at is null`,
  )
