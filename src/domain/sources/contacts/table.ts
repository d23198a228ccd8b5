import type { Static } from 'typebox'
import type { Contact, ContactWrite } from '#contract/resources/contacts.ts'
import { jsonb, searchVector, smallint, text, texts, time, uuid, uuids } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'

/** What callers sent of a company; the contract shows every member. */
type StoredCompany = {
  name?: string
  domain?: string
  plan?: string
  mrr?: number
  size?: number
  attributes?: Record<string, unknown>
}

const personal = { nullable: true, erasure: 'cleared', written: 'replaced', merged: 'first' } as const

export const contactTable = defineTable<Static<typeof Contact>, Static<typeof ContactWrite>>()('contact', {
  columns: {
    id: uuid(),
    name: text(personal),
    email: text({ ...personal, written: 'unless-equivalent', normalized: 'mailbox', merged: 'unique' }),
    created_at: time(),
    updated_at: time(),
    deleted_at: time({ nullable: true, internal: true }),
    phone: text({ ...personal, written: 'unless-equivalent', normalized: 'phone_digits' }),
    title: text(personal),
    company: jsonb<StoredCompany>()({ ...personal, written: 'nested', converted: true }),
    country: text(personal),
    language: text(personal),
    attributes: jsonb<Record<string, unknown>>()({ erasure: 'cleared', written: 'keys', merged: 'keys' }),
    tags: texts({ erasure: 'cleared', written: 'united', merged: 'united' }),
    segment_ids: uuids(),
    nps_score: smallint({ nullable: true, internal: true, merged: { latestBy: 'nps_at' } }),
    nps_at: time({ nullable: true, internal: true, merged: 'latest' }),
    first_seen_at: time({ merged: 'earliest' }),
    merged_into_id: uuid({ nullable: true }),
    erased_at: time({ nullable: true }),
    mailbox: text({ nullable: true, erasure: 'computed', internal: true }),
    phone_digits: text({ nullable: true, erasure: 'computed', internal: true }),
    search_vector: searchVector(),
    document: text({ erasure: 'computed', internal: true }),
    account_id: uuid({ nullable: true, restored: true, merged: 'first' }),
    custom_fields: jsonb<Record<string, CustomFieldValue>>()({ erasure: 'cleared', written: 'keys', merged: 'keys' }),
  },
  elsewhere: {
    identities: 'contact_identity',
    feedback_count: 'counted in feedback',
    insight_count: 'counted in insight',
    sentiment_breakdown: 'counted in insight',
    last_feedback_at: 'the latest in feedback',
    latest_nps: 'nps_score and nps_at',
  },
  writtenElsewhere: { identities: 'contact_identity', account_identity: 'account_identity' },
  storedDocument: [
    'id',
    'name',
    'email',
    'phone',
    'title',
    'company',
    'country',
    'language',
    'attributes',
    'tags',
    'segment_ids',
    'nps_score',
    'nps_at',
    'first_seen_at',
    'merged_into_id',
    'erased_at',
    'created_at',
    'updated_at',
  ],
})
