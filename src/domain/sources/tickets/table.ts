import type { Static } from 'typebox'
import type { TicketMessage, MessageInput, Ticket, TicketInput } from '#contract/resources/ticket-shapes.ts'
import { double, flag, jsonb, text, texts, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RecordOf } from '#store/table/record-writes.ts'

const words = { nullable: true, erasure: 'words', written: 'replaced' } as const

/** The first time that a ticket was resolved; cleared when it is opened again. */
const resolvedAt = (status: string, before: string) => `
  case when ${status} in ('solved', 'closed')
    then coalesce(x.resolved_at, ${before}, (select now())) end::timestamptz(3)`

/** An end of the scale belongs to its score. */
const scaleEnd = <const Name extends string>(name: Name) =>
  double({
    nullable: true,
    internal: true,
    written: 'replaced',
    next: `case when x.csat_score is null then s.${name} else x.${name} end`,
  })

export const ticketTable = defineTable<Static<typeof Ticket>, Static<typeof TicketInput>>()('support_ticket', {
  columns: {
    id: uuid({ written: 'once' }),
    source: text({ erasure: 'fixed', written: 'once' }),
    source_name: text({ erasure: 'fixed', written: 'once' }),
    external_id: text({ nullable: true, erasure: 'references', written: 'once' }),
    subject: text({ erasure: 'words', written: 'replaced' }),
    body: text(words),
    status: text({ default: "'open'", erasure: 'fixed', written: 'replaced' }),
    priority: text({ nullable: true, erasure: 'fixed', written: 'replaced' }),
    channel: text(words),
    tags: texts({ erasure: 'words', written: 'replaced' }),
    contact_id: uuid({ nullable: true, internal: true, written: 'replaced' }),
    assignee_name: text({ nullable: true, erasure: 'account', written: 'replaced' }),
    company: text(words),
    url: text({ nullable: true, erasure: 'url', written: 'replaced' }),
    custom_fields: jsonb<Record<string, unknown>>()({ erasure: 'words', written: 'keys' }),
    csat_score: double({ nullable: true, internal: true, written: 'replaced' }),
    csat_comment: text({ ...words, internal: true }),
    opened_at: time({ default: 'now()', written: 'replaced' }),
    resolved_at: time({
      nullable: true,
      written: 'replaced',
      first: resolvedAt('x.status', 'null'),
      next: resolvedAt('coalesce(x.status, s.status)', 's.resolved_at'),
    }),
    last_message_at: time({ nullable: true, internal: true }),
    feedback_id: uuid({ nullable: true, restored: true }),
    integration_id: uuid({ nullable: true, written: 'once' }),
    csv_upload_id: uuid({ nullable: true, internal: true, written: 'once' }),
    created_at: time(),
    updated_at: time(),
    deleted_at: time({ nullable: true, internal: true }),
    csat_min: scaleEnd('csat_min'),
    csat_max: scaleEnd('csat_max'),
  },
  elsewhere: {
    requester: 'contact_id and its contact',
    csat: 'csat_score, csat_min, csat_max and csat_comment',
    message_count: 'counted in support_message',
    first_response_at: 'the earliest in support_message',
    insight_count: 'counted in insight',
    analysis_status: 'the status of the feedback',
  },
  writtenElsewhere: {
    requester: 'contact',
    csat: 'csat_score, csat_min, csat_max and csat_comment',
    messages: 'support_message',
    analyze: 'the status of the feedback',
  },
})

/** A row to insert; in an update, null keeps the stored value. */
export type TicketRow = RecordOf<typeof ticketTable>

const author = { nullable: true, internal: true, erasure: 'cleared', written: 'replaced' } as const

export const messageTable = defineTable<Static<typeof TicketMessage>, Static<typeof MessageInput>>()(
  'support_message',
  {
    columns: {
      ticket_id: uuid({ internal: true, written: 'once' }),
      id: uuid({ written: 'once' }),
      external_id: text({ nullable: true, erasure: 'references', written: 'once' }),
      key: text({ internal: true, erasure: 'references', written: 'once' }),
      author_type: text({ internal: true, erasure: 'fixed', written: 'replaced' }),
      author_name: text(author),
      author_email: text(author),
      body: text({ erasure: 'words', written: 'replaced' }),
      is_public: flag({ written: 'replaced' }),
      sent_at: time({ default: 'now()', written: 'replaced' }),
      created_at: time({ internal: true }),
      updated_at: time({ internal: true }),
    },
    elsewhere: { author: 'author_type, author_name and author_email' },
    writtenElsewhere: { author: 'author_type, author_name and author_email' },
  },
)

export type MessageRow = RecordOf<typeof messageTable>
