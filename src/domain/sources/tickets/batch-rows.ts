import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { MessageInput, ticketSources, TicketInput } from '#contract/resources/ticket-shapes.ts'
import type { ChangeLog } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import { type Analyze, csatColumns } from './rules.ts'
import { groupRows, mergeFields, type RowGroup } from '#domain/sources/batch/merge-rows.ts'
import { givenColumns } from '#store/table/record-writes.ts'
import { type MessageRow, messageTable, type TicketRow, ticketTable } from './table.ts'

/* Turns request items into rows; pure except for new ids. */

export type TicketFields = Static<typeof TicketInput>
export type MessageFields = Static<typeof MessageInput>
/** Where a batch comes from, and the log of what it changes. */
export type TicketOrigin = {
  now: Date
  source: (typeof ticketSources)[number]
  integration_id?: string | undefined
  csv_upload_id?: string | undefined
  changeLog?: ChangeLog | undefined
}

const givenOfTicket = givenColumns(ticketTable)
const givenOfMessage = givenColumns(messageTable)

export const toTicketRow = (
  item: TicketFields,
  contact_id: string | null,
  { source, integration_id, csv_upload_id }: TicketOrigin,
): TicketRow => ({
  ...givenOfTicket(item),
  id: newId(),
  source,
  contact_id,
  ...csatColumns(item.csat),
  opened_at: item.opened_at ?? earliest(item.messages),
  integration_id: integration_id ?? null,
  csv_upload_id: csv_upload_id ?? null,
})

const earliest = (messages: readonly MessageFields[] = []) =>
  messages.flatMap(({ sent_at }) => sent_at ?? []).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

/** A ticket with what belongs to it but is stored elsewhere. */
type TicketWithMessages = { ticket: TicketRow; messages: readonly MessageFields[]; analyze: Analyze | undefined }

/** Rows of one batch for the same ticket become one; later values win. */
export const mergeDuplicateTickets = (
  items: readonly TicketFields[],
  rows: readonly TicketRow[],
): RowGroup<TicketWithMessages>[] =>
  groupRows(
    rows.map((ticket, n): TicketWithMessages => ({
      ticket,
      messages: items[n]!.messages ?? [],
      analyze: items[n]!.analyze,
    })),
    ({ ticket: { source, source_name, external_id } }) =>
      external_id === null ? null : JSON.stringify([source, source_name, external_id]),
    (first, later) => ({
      ticket: mergeFields(first.ticket, later.ticket),
      messages: [...first.messages, ...later.messages],
      analyze: later.analyze ?? first.analyze,
    }),
  )

/** Prefixes of stored message keys; changing them would duplicate messages that are sent again. */
const contentKeyPrefix = 'said'
const externalKeyPrefix = 'id'
const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The messages of one ticket, each once; without an external id they are identified by author, text and time. */
export function toMessageRows(ticket_id: string, messages: readonly MessageFields[]): MessageRow[] {
  const byKey = new Map<string, MessageRow>()
  for (const message of messages) {
    const { author, body, external_id, sent_at } = message
    const key =
      external_id === undefined
        ? `${contentKeyPrefix} ${digest([author.type, body, sent_at ? Date.parse(sent_at) : null])}`
        : `${externalKeyPrefix} ${external_id}`
    byKey.set(key, {
      ...givenOfMessage(message),
      id: byKey.get(key)?.id ?? newId(),
      ticket_id,
      key,
      author_type: author.type,
      author_name: author.name ?? null,
      author_email: author.email ?? null,
    })
  }
  return [...byKey.values()]
}
