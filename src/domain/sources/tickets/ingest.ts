import type { ErrorDetail } from '#contract/core/errors.ts'
import type { ChangeLog } from '#domain/context.ts'
import { insertLogged, updateChanged, upsertBatch, type UpsertOutcome } from '#domain/sources/batch/upsert-batch.ts'
import {
  type ContactReference,
  findReferencedContacts,
  referenceProblem,
  resolveContacts,
} from '#domain/sources/contacts/resolve.ts'
import { maskRecords } from '#domain/sources/masking/mask-intake.ts'
import type { Db } from '#store/open.ts'
import {
  mergeDuplicateTickets,
  type TicketFields,
  type TicketOrigin,
  toMessageRows,
  toTicketRow,
} from './batch-rows.ts'
import { findExistingTickets, insertTickets, touchTickets, updateExistingTickets } from './queries-batch.ts'
import { type Analyze, csatProblem, sourceSlug } from './rules.ts'
import { syncFeedback } from './sync-feedback.ts'
import type { TicketRow } from './table.ts'
import { upsertMessages } from './upsert-messages.ts'

/** `queued` is the feedback that now waits for its analysis. */
type TicketIngestResult = { outcomes: UpsertOutcome[]; queued: string[] }

const contactReferenceOf = ({ contact_id, requester }: TicketFields): ContactReference => ({
  contact: requester,
  contact_id,
})

/** Checks beyond the schema; `pathOf` gives the path of an item in the request. */
export async function validateTickets(
  db: Db,
  org: string,
  items: readonly TicketFields[],
  pathOf: (index: number) => string,
): Promise<(ErrorDetail | null)[]> {
  const references = items.map(contactReferenceOf)
  const existing = await findReferencedContacts(db, org, references)
  return references.map((reference, n) => {
    const message = csatProblem(items[n]!.csat)
    return message
      ? { path: `${pathOf(n)}.csat`, message }
      : referenceProblem(reference, existing, pathOf(n), 'requester')
  })
}

/** Upserts validated tickets with their messages in a fixed number of statements. */
export async function ingestTickets(
  db: Db,
  org: string,
  inputs: readonly TicketFields[],
  origin: TicketOrigin,
): Promise<TicketIngestResult> {
  const sourceOf = ({ source_name }: TicketFields) => sourceSlug(source_name, origin.source)
  const items = await maskRecords({ db, org }, 'support_ticket', inputs, sourceOf)
  const contacts = await resolveContacts(db, org, items.map(contactReferenceOf), origin.changeLog)
  const groups = mergeDuplicateTickets(
    items,
    items.map((item, n) => toTicketRow(item, contacts[n]!, origin)),
  )
  const rows = groups.map(({ row }) => row.ticket)
  const stored = await storeRows(db, org, rows, origin.changeLog)
  const messages = await upsertMessages(
    db,
    org,
    groups.flatMap(({ row }) => toMessageRows(stored.get(row.ticket.id)!.id, row.messages)),
  )
  const withNewMessages = new Set(messages.filter(({ result }) => result !== 'unchanged').map((one) => one.ticket_id))
  const outcomes: UpsertOutcome[] = []
  const toSync = new Map<string, Analyze | undefined>()
  const toTouch: string[] = []
  for (const { row, members } of groups) {
    const { id, result } = stored.get(row.ticket.id)!
    const hasNewMessages = withNewMessages.has(id)
    const onlyMessages = result === 'unchanged' && hasNewMessages
    if (onlyMessages) toTouch.push(id)
    if (result !== 'unchanged' || hasNewMessages || row.analyze !== undefined) toSync.set(id, row.analyze)
    for (const [i, n] of members.entries()) {
      const repeated = i > 0 && JSON.stringify(items[n]) === JSON.stringify(items[members[i - 1]!])
      const first = onlyMessages ? 'updated' : result
      const later = repeated ? 'unchanged' : 'updated'
      outcomes[n] = { id, result: i === 0 ? first : later }
    }
  }
  if (toTouch.length) await touchTickets(db, org, toTouch)
  return { outcomes, queued: await syncFeedback(db, org, toSync, origin) }
}

async function storeRows(db: Db, org: string, rows: readonly TicketRow[], changeLog: ChangeLog | undefined) {
  const kind = 'support_ticket'
  return upsertBatch(rows, {
    findExisting: (some) => findExistingTickets(db, org, some),
    updateExisting: (matches) =>
      updateChanged(matches, async (changed) => {
        await changeLog?.changing(
          kind,
          changed.map((row) => row.id),
        )
        await updateExistingTickets(db, org, changed)
      }),
    insertNew: (some) => insertLogged(some, (missing) => insertTickets(db, org, missing), { kind, changeLog }),
  })
}
