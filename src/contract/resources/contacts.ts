import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { AccountIdentity } from './accounts.ts'
import { InsightFilters } from './insight-filters.ts'
import { InsightListItem } from './insights.ts'
import { Accepted } from './jobs.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { bulkRequest, Metadata, RowResults, rows, RowSummary, WriteResult } from '#contract/core/batch-rows.ts'
import { CustomFieldValues, NewCustomFields, customFieldQuery } from '#contract/core/custom-field-values.ts'
import { Deleted, Id, Ids, pathIds } from '#contract/core/ids.ts'
import { Sentiment, SentimentBreakdown } from '#contract/core/labels.ts'
import { deltaFilters, orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, multiValue, nullable, oneOf } from '#contract/core/shapes.ts'
import { Email, Name, Tag, Tags, Text } from '#contract/core/texts.ts'
import { createdRange, Time } from '#contract/core/times.ts'
import { npsGroups } from '#vocabulary/nps.ts'
import { countryPattern, languagePattern, maxLanguageLength, phonePattern } from '#vocabulary/patterns.ts'

export const Phone = Type.String({
  pattern: phonePattern,
  examples: ['+49 30 901820'],
  description: 'With its country code.',
})
const Country = Type.String({ pattern: countryPattern, examples: ['DE'], description: 'ISO 3166 code.' })
export const Language = Type.String({
  pattern: languagePattern,
  maxLength: maxLanguageLength,
  examples: ['en'],
  description: 'BCP 47 tag.',
})
/** Larger numbers would lose digits. */
const StorableNumber = Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const scalar = Type.Union([Text('enterprise', 1000), StorableNumber, Type.Boolean(), Type.Null()])
const Attributes = Metadata(
  Type.Record(Type.String(), scalar, { maxProperties: 100, examples: [{ plan: 'enterprise' }] }),
)

const Identity = Type.Object({ provider: Name('intercom', 64), external_id: Name('u-9', 200) }, closed)
const company = {
  name: nullable(Name('Acme')),
  domain: nullable(Name('acme.example', 253)),
  plan: nullable(Name('enterprise')),
  mrr: nullable(Type.Number({ minimum: 0, maximum: 1e12, examples: [1200] })),
  size: nullable(Type.Integer({ minimum: 0, maximum: 1e9, examples: [250] })),
  attributes: Attributes,
}
const Company = Type.Object({ ...company, attributes: Type.Record(Type.String(), Type.Unknown()) }, closed)

export const Contact = Type.Object(
  {
    id: Id,
    name: nullable(Type.String({ examples: ['Ana Lima'] })),
    email: nullable(Type.String({ examples: ['ana@example.com'] })),
    phone: nullable(Type.String({ examples: ['+49 30 901820'] })),
    title: nullable(Type.String({ examples: ['Head of Operations'] })),
    company: nullable(Company),
    country: nullable(Type.String({ examples: ['DE'] })),
    language: nullable(Type.String({ examples: ['en'] })),
    attributes: Type.Record(Type.String(), Type.Unknown(), { examples: [{ plan: 'enterprise' }] }),
    custom_fields: CustomFieldValues,
    tags: Type.Array(Type.String({ examples: ['beta'] })),
    identities: Type.Array(
      Type.Object(
        { provider: Type.String({ examples: ['intercom'] }), external_id: Type.String({ examples: ['u-9'] }) },
        closed,
      ),
    ),
    account_id: Type.Union([Id, Type.Null()], { description: 'The account that its company is read from.' }),
    segment_ids: Type.Array(Id),
    feedback_count: Count,
    insight_count: Count,
    sentiment_breakdown: SentimentBreakdown,
    latest_nps: nullable(
      Type.Object(
        {
          score: Type.Integer({ minimum: 0, maximum: 10 }),
          type: oneOf(...npsGroups),
          responded_at: Time,
        },
        closed,
      ),
    ),
    first_seen_at: Time,
    last_feedback_at: nullable(Time),
    merged_into_id: nullable(Id),
    erased_at: nullable(Time),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Contact' },
)
const Upserted = Type.Object({ ...Contact.properties, result: WriteResult }, { ...closed, $id: 'UpsertedContact' })

const writable = {
  email: nullable(Email),
  name: nullable(Name('Ana Lima')),
  phone: nullable(Phone),
  title: nullable(Name('Head of Operations')),
  company: nullable(Type.Partial(Type.Object(company), closed)),
  country: nullable(Country),
  language: nullable(Language),
  attributes: Attributes,
  tags: Tags,
  identities: Type.Array(Identity, { maxItems: 50 }),
  account_identity: AccountIdentity,
}
const contactExample = { ...closed, examples: [{ email: 'ana@example.com', name: 'Ana Lima' }] }
/** A contact that other objects describe; matched to an existing one by identity, email or phone. */
export const ContactInput = Type.Partial(Type.Object(writable), contactExample)
/** A contact by itself. */
export const ContactWrite = Type.Partial(Type.Object({ ...writable, custom_fields: NewCustomFields }), contactExample)

const { name, ...others } = writable
const byHand = Type.Union([Id, Type.Null()], {
  description:
    'The account that the contact belongs to; null takes it out of its account. Without `company` and ' +
    '`account_identity`, which find an account.',
  // No example has it beside these.
  examples: [],
})
const TimelineItem = Type.Object(
  {
    type: oneOf('feedback', 'insight'),
    id: Id,
    text: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
    source: nullable(Type.String({ examples: ['zendesk'] })),
    sentiment: nullable(Sentiment),
    occurred_at: Time,
  },
  { ...closed, $id: 'ContactTimelineItem' },
)
const Suggestion = Type.Object(
  {
    id: Id,
    contact_id: Id,
    other_contact_id: Id,
    reason: oneOf('email', 'phone'),
    created_at: Time,
  },
  { ...closed, $id: 'MergeSuggestion' },
)

const {
  contact_id: _,
  account_id: __,
  plan: ___,
  revenue_min: ____,
  revenue_max: _____,
  ...InsightFiltersOfContact
} = InsightFilters

export const contactFilters = {
  q: Type.Optional(Text('ana', 200, 2)),
  email: Type.Optional(Email),
  provider: Type.Optional(Name('intercom', 64)),
  external_id: Type.Optional(Name('u-9', 200)),
  segment_id: Type.Optional(Id),
  company: Type.Optional(Name('Acme')),
  ...accountFilters,
  tag: Type.Optional(multiValue(Tag)),
  nps_type: Type.Optional(multiValue(oneOf(...npsGroups))),
  has_feedback: Type.Optional(Type.Boolean()),
  ...createdRange,
  ...deltaFilters,
}

export const contacts = defineRoutes({
  listContacts: {
    method: 'GET',
    path: '/contacts',
    summary: 'List contacts, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        ...contactFilters,
        ...customFieldQuery,
        sort: Type.Optional(oneOf('-created_at', 'created_at', 'name', '-name', '-updated_at')),
      },
      closed,
    ),
    result: page(orTombstone(Contact)),
  },
  getContact: {
    method: 'GET',
    path: '/contacts/{contactId}',
    summary: 'Read one contact',
    params: pathIds('contactId'),
    result: Contact,
    errors: ['MERGED'],
  },
  upsertContact: {
    method: 'POST',
    effect: 'updates',
    path: '/contacts',
    summary: 'Create a contact, or update the one that matches',
    status: 201,
    alternateStatus: 200,
    description: 'Matched by identity, then by email, then by phone; at least one of them is required.',
    body: ContactWrite,
    result: Upserted,
  },
  bulkContacts: {
    method: 'POST',
    effect: 'overwrites',
    path: '/contacts/bulk',
    summary: 'Create or update up to 500 contacts, row by row',
    ...bulkRequest,
    body: Type.Object({ items: rows(ContactWrite, 500) }, closed),
    result: Type.Object(
      {
        summary: RowSummary,
        results: RowResults({}),
      },
      closed,
    ),
  },
  updateContact: {
    method: 'PATCH',
    effect: 'updates',
    path: '/contacts/{contactId}',
    event: 'contact.updated',
    summary: 'Change a contact; attributes are merged key by key',
    params: pathIds('contactId'),
    body: anyOfFields({ name, ...others, custom_fields: NewCustomFields, account_id: byHand }),
    result: Contact,
    errors: ['MERGED', 'DUPLICATE', 'INVALID_STATE'],
  },
  deleteContact: {
    method: 'DELETE',
    path: '/contacts/{contactId}',
    event: 'contact.updated',
    summary: 'Delete a contact; what they said stays',
    params: pathIds('contactId'),
    result: Deleted,
    errors: ['MERGED'],
  },
  mergeContacts: {
    method: 'POST',
    effect: 'removes',
    path: '/contacts/{contactId}/merge',
    event: 'contact.merged',
    summary: 'Merge other contacts into this one',
    params: pathIds('contactId'),
    body: Type.Object({ source_contact_ids: Ids(20) }, closed),
    result: Contact,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  eraseContact: {
    method: 'POST',
    effect: 'removes',
    path: '/contacts/{contactId}/erase',
    summary: 'Erase a person’s data; counts stay',
    status: 202,
    params: pathIds('contactId'),
    admin: true,
    audit: 'ids',
    result: Accepted,
    errors: ['MERGED'],
  },
  listMergeSuggestions: {
    method: 'GET',
    path: '/contacts/merge-suggestions',
    summary: 'List contacts that may be one person',
    query: Type.Object(PageQuery, closed),
    result: page(Suggestion),
  },
  listContactInsights: {
    method: 'GET',
    path: '/contacts/{contactId}/insights',
    summary: 'List the insights of a contact',
    params: pathIds('contactId'),
    query: Type.Object(InsightFiltersOfContact, closed),
    result: page(orTombstone(InsightListItem)),
    errors: ['MERGED'],
  },
  getContactTimeline: {
    method: 'GET',
    path: '/contacts/{contactId}/timeline',
    summary: 'What a contact said and what was found in it, newest first',
    params: pathIds('contactId'),
    query: Type.Object(PageQuery, closed),
    result: page(TimelineItem),
    errors: ['MERGED'],
  },
})
