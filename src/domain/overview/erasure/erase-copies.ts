import { deleteModelProposal } from '#domain/findings/llm-grouping/queries.ts'
import { deleteAnswers } from '#domain/llm-access/queries-answers.ts'
import { deleteSentTexts } from '#domain/llm-access/queries-log.ts'
import { unsealMail } from '#domain/outbox/outbox.ts'
import type { Db } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import { redacted } from '#store/table/erase.ts'
import { redactDocument } from '#domain/sources/contacts/identifiers.ts'
import {
  clearDeliveries,
  clearEvents,
  clearInboundEvents,
  clearJobs,
  type CopyTable,
  deleteChangeSets,
  deleteRegroupings,
  deleteTaxonomyApplications,
  deleteChannelMessages,
  deleteMails,
  listCopies,
  listQueuedMail,
  lockResponses,
  type Mentioned,
  updateResponses,
} from './queries-copies.ts'

type Erase = (db: Db, org: string, keys: readonly string[]) => Promise<unknown>
const noUuid = '00000000-0000-0000-0000-000000000000'

const copyTables: readonly (CopyTable & { first: string; erase: Erase })[] = [
  { table: 'event', key: 'id', first: noUuid, text: 'concat(t.object, t.previous)', erase: clearEvents },
  {
    table: 'webhook_delivery',
    key: 'id',
    first: noUuid,
    text: "concat_ws(' ', t.payload, t.response_excerpt, t.error, t.attempt_log)",
    erase: clearDeliveries,
  },
  { table: 'idempotency', key: 'key', first: '', text: 't.body', erase: redactResponses },
  { table: 'job', key: 'id', first: noUuid, text: "concat(t.error_message, '')", erase: clearJobs },
  {
    table: 'change_set',
    key: 'id',
    first: noUuid,
    text: "concat_ws(' ', t.title, t.description, t.changes)",
    erase: deleteChangeSets,
  },
  {
    table: 'regrouping',
    key: 'id',
    first: noUuid,
    // Names alone: the ids of thousands of insights say nothing about a person once these are gone.
    text: `concat_ws(' ', t.undo -> 'themes', t.undo -> 'subthemes', jsonb_path_query_array(t.changes, '$.*[*].name'),
      jsonb_path_query_array(t.changes, '$.*[*].origins'))`,
    erase: deleteRegroupings,
  },
  {
    table: 'taxonomy_application',
    key: 'id',
    first: noUuid,
    text: "concat_ws(' ', t.undo -> 'themes', t.undo -> 'subthemes')",
    erase: deleteTaxonomyApplications,
  },
  { table: 'channel_message', key: 'id', first: noUuid, text: 't.message::text', erase: deleteChannelMessages },
  {
    table: 'integration_event',
    key: 'id',
    first: noUuid,
    text: "concat_ws(' ', t.records, t.detail, encode(t.body, 'escape'))",
    erase: clearInboundEvents,
  },
]

/** Rows that one transaction reads. */
const batchSize = 500

/** A transaction of its own for each batch, or the one that is open. */
type Write = <T>(work: (db: Db) => Promise<T>) => Promise<T>
type Copies = { mentioned: Mentioned; since: Date | null }

/** Removes the person from copies of records; `since` limits the search to newer ones. */
export async function eraseCopies(write: Write, org: string, { mentioned, since }: Copies) {
  await write(async (db) => {
    await deleteModelProposal(db, org)
    await deleteAnswers(db, org)
    await deleteSentTexts(db, org)
  })
  for (const { first, erase, ...table } of copyTables) {
    let after = first
    for (let count = batchSize; count === batchSize;) {
      const rows = await write(async (db) => {
        const listed = await listCopies(db, org, table, { mentioned, after, limit: batchSize, since })
        const found = listed.filter((row) => row.found).map((row) => row.key)
        if (found.length) await erase(db, org, found)
        return listed
      })
      count = rows.length
      after = rows.at(-1)?.key ?? after
    }
  }
}

/** A repeated request gets the stored response without texts, and still has no second effect. */
async function redactResponses(db: Db, org: string, keys: readonly string[]) {
  const rows = await lockResponses(db, org, keys)
  await updateResponses(
    db,
    org,
    rows.map(({ key, body }) => ({ key, body: redactedBody(body) })),
  )
}

function redactedBody(body: string): string {
  try {
    return JSON.stringify(redactDocument(JSON.parse(body)))
  } catch {
    return redacted
  }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Mail that has not been sent and is to the person, quotes them, or links a record or theme of theirs. */
export async function eraseQueuedMail(
  db: Db,
  org: string,
  vault: Vault,
  { ids, strong, phrases }: Mentioned & { phrases: readonly string[] },
) {
  const wanted = [...strong, ...phrases].map((phrase) => phrase.toLowerCase())
  const linked = new Set(ids)
  const found = (await listQueuedMail(db, org)).filter((mail) => {
    const text = JSON.stringify(unsealMail(vault, mail)).toLowerCase()
    return wanted.some((phrase) => text.includes(phrase)) || (text.match(uuid) ?? []).some((id) => linked.has(id))
  })
  if (found.length)
    await deleteMails(
      db,
      org,
      found.map(({ id }) => id),
    )
}
