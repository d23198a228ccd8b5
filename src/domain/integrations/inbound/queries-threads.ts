import type { FeedbackFields } from '#domain/sources/feedback/batch-rows.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { maxContent, type ThreadMessage } from '#domain/integrations/mapping/records.ts'

/* The feedback of a thread is rebuilt from its messages whenever one of them changes. */

type ThreadMessageRow = { message_id: string; author: string | null; body: string; sent_at: string }

/** Locks the thread, so that concurrent messages are stored one after the other. Returns all messages. */
export async function upsertThreadMessage(
  db: Db,
  org: string,
  integration: string,
  { thread, message_id, author, body, sent_at }: ThreadMessage,
): Promise<ThreadMessageRow[]> {
  await acquireLock(db, orgLock(org, `threads/${integration}/${thread}`))
  if (body === null)
    await db.run(sql`
      delete from thread_message
      where org_id = ${org} and integration_id = ${integration} and thread = ${thread} and message_id = ${message_id}`)
  else
    await db.run(sql`
      insert into thread_message (org_id, integration_id, thread, message_id, author, body, sent_at)
      values (${org}, ${integration}, ${thread}, ${message_id}, ${author}, ${body}, ${sent_at})
      on conflict (org_id, integration_id, thread, message_id)
      do update set body = excluded.body, author = coalesce(excluded.author, thread_message.author)`)
  return db.rows<ThreadMessageRow>(sql`
    select message_id, author, body, sent_at from thread_message
    where org_id = ${org} and integration_id = ${integration} and thread = ${thread}
    order by sent_at, message_id limit 1000`)
}

const threadExternalId = ({ channel, thread }: ThreadMessage) => `${channel}-${thread}`

/** Whole messages up to the maximum length; the author of the first message is the contact. */
export function threadFeedback(
  message: ThreadMessage,
  messages: readonly ThreadMessageRow[],
  source: string,
): FeedbackFields {
  let remaining = maxContent
  const fitting = messages.filter(({ body }) => {
    const fits = body.length <= remaining
    if (fits) remaining -= body.length + 2
    return fits
  })
  const author = messages.find((one) => one.message_id === message.thread)?.author
  return {
    content: fitting.map((one) => one.body).join('\n\n'),
    source,
    source_type: 'message',
    external_id: threadExternalId(message),
    occurred_at: messages[0]!.sent_at,
    analyze: true,
    metadata: { channel: message.channel, thread_ts: message.thread, messages: messages.length },
    ...(author && { contact: { identities: [{ provider: 'slack', external_id: author }] } }),
  }
}

export const findFeedbackOfThread = (db: Db, org: string, source: string, message: ThreadMessage) =>
  db.first<{ id: string }>(sql`
    select id from feedback
    where org_id = ${org} and source = ${source} and external_id = ${threadExternalId(message)} and deleted_at is null`)

/** Messages of threads, from which the feedback of a thread would be built again. */
export const deleteThreadMessages = (db: Db, org: string, source: string, before: string) =>
  db.run(sql`
    delete from thread_message where org_id = ${org} and sent_at < ${before} and integration_id in (
      select id from integration where org_id = ${org} and source = ${source})`)
