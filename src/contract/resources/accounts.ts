import Type from 'typebox'
import { Owner } from './project-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Currency } from '#contract/core/account-reach.ts'
import { Metadata, WriteResult } from '#contract/core/batch-rows.ts'
import { CustomFieldValues, NewCustomFields, customFieldQuery } from '#contract/core/custom-field-values.ts'
import { Deleted, Id, Ids, pathIds, ThemeRef, UserId } from '#contract/core/ids.ts'
import { SentimentBreakdown } from '#contract/core/labels.ts'
import { deltaFilters, orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, multiValue, nullable, oneOf } from '#contract/core/shapes.ts'
import { Name, Tag, Tags, Text } from '#contract/core/texts.ts'
import { createdRange, Time } from '#contract/core/times.ts'
import { domainPattern } from '#vocabulary/patterns.ts'

/* Companies as objects: contacts belong to one, and read their company from it. */

export const AccountIdentity = Type.Object(
  { provider: Name('hubspot', 64), external_id: Name('4711', 200) },
  { ...closed, description: 'The id of the company in another system.' },
)
const Domain = Type.String({ maxLength: 253, pattern: domainPattern, examples: ['acme.example'] })
const Domains = (description: string) =>
  Type.Array(Domain, { maxItems: 50, uniqueItems: true, examples: [['acme.example']], description })

const Revenue = Type.Object(
  {
    amount: Type.Number({
      minimum: 0,
      maximum: 1e12,
      examples: [14_400],
      description: 'What the account pays in a period.',
    }),
    currency: Type.Union([Currency, Type.Null()], {
      description: 'ISO 4217 code; null where only the amount is known.',
    }),
    period: oneOf('month', 'year'),
  },
  { ...closed, description: 'The `mrr` of the company of its contacts is this amount for a month.' },
)

const descriptions = {
  domains: 'Domains of the company. Contacts whose company or mail address has one of them belong to it.',
  mail_domains: 'Domains of mail addresses of its contacts; new contacts with such an address join it.',
  identities: 'Its ids in other systems.',
}
const writable = {
  name: Type.Union([Name('Acme'), Type.Null()], {
    description: 'Null where only a mail domain or an id at a source is known.',
  }),
  domains: Domains(descriptions.domains),
  mail_domains: Domains(descriptions.mail_domains),
  identities: Type.Array(AccountIdentity, { maxItems: 50, description: descriptions.identities }),
  plan: nullable(Name('enterprise')),
  status: Type.Union([Name('customer', 64), Type.Null()], {
    description: 'Where it is as a customer, in words of your own: trial, customer, churned.',
  }),
  revenue: Type.Union([Revenue, Type.Null()], { description: 'What it pays; null where unknown.' }),
  size: Type.Union([Type.Integer({ minimum: 0, maximum: 1e9, examples: [250] }), Type.Null()], {
    description: 'How many people work there.',
  }),
  owner_id: Type.Union([UserId, Type.Null()], { description: 'The member who looks after it.' }),
  tags: Tags,
  attributes: Metadata(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100, examples: [{ tier: 1 }] })),
}

/** A merge adds those of other accounts: more than one request may set. */
const fields = {
  id: Id,
  ...writable,
  domains: Type.Array(Domain, { examples: [['acme.example']], description: descriptions.domains }),
  mail_domains: Type.Array(Domain, { examples: [['acme.example']], description: descriptions.mail_domains }),
  identities: Type.Array(AccountIdentity, { description: descriptions.identities }),
  tags: Type.Array(Tag, { examples: [['export']] }),
  attributes: Type.Record(Type.String(), Type.Unknown(), { examples: [{ tier: 1 }] }),
  custom_fields: CustomFieldValues,
  owner: Owner,
  contact_count: Count,
  feedback_count: Count,
  insight_count: Count,
  merged_into_id: nullable(Id),
  created_at: Time,
  updated_at: Time,
}
export const ListedAccount = Type.Object(fields, { ...closed, $id: 'Account' })

const TopTheme = Type.Object({ ...ThemeRef.properties, insight_count: Count }, closed)
export const AccountDetail = Type.Object(
  {
    ...fields,
    sentiment_breakdown: SentimentBreakdown,
    nps: Type.Union(
      [
        Type.Object(
          {
            score: Type.Number({ minimum: -100, maximum: 100, examples: [40] }),
            responses: Count,
          },
          closed,
        ),
        Type.Null(),
      ],
      { description: 'The Net Promoter Score of the last answer of each contact; null without answers.' },
    ),
    top_themes: Type.Array(TopTheme, { description: 'The themes with most of its insights.' }),
    merged_account_ids: Type.Array(Id, {
      description: 'Accounts that were merged into it and can be taken out again.',
    }),
  },
  { ...closed, $id: 'AccountDetail' },
)
const Upserted = Type.Object(
  { ...AccountDetail.properties, result: WriteResult },
  { ...closed, $id: 'UpsertedAccount' },
)

const written = { ...writable, custom_fields: NewCustomFields }
export const AccountInput = Type.Partial(Type.Object(written), {
  ...closed,
  examples: [{ name: 'Acme', domains: ['acme.example'] }],
})

const Money = Type.Number({ minimum: 0, maximum: 1e13, examples: [12_000] })
const accountFilters = {
  q: Type.Optional(Text('acme', 200, 2)),
  plan: Type.Optional(multiValue(Name('enterprise'))),
  status: Type.Optional(multiValue(Name('customer', 64))),
  tag: Type.Optional(multiValue(Tag)),
  owner_id: Type.Optional(UserId),
  currency: Type.Optional(Currency),
  revenue_min: Type.Optional(Money),
  revenue_max: Type.Optional(Money),
  domain: Type.Optional(Domain),
  provider: Type.Optional(Name('hubspot', 64)),
  external_id: Type.Optional(Name('4711', 200)),
  theme_id: Type.Optional(Id),
  subtheme_id: Type.Optional(Id),
  opportunity_id: Type.Optional(Id),
  initiative_id: Type.Optional(Id),
  project_id: Type.Optional(Id),
  ...createdRange,
  ...deltaFilters,
}

const accountId = pathIds('accountId')

export const accounts = defineRoutes({
  listAccounts: {
    method: 'GET',
    path: '/accounts',
    summary: 'List accounts, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        ...accountFilters,
        ...customFieldQuery,
        sort: Type.Optional(oneOf('-created_at', 'created_at', 'name', '-name', '-revenue', 'revenue', '-updated_at')),
      },
      closed,
    ),
    result: page(orTombstone(ListedAccount)),
  },
  getAccount: {
    method: 'GET',
    path: '/accounts/{accountId}',
    summary: 'Read one account with its NPS and its themes',
    params: accountId,
    result: AccountDetail,
    errors: ['MERGED'],
  },
  upsertAccount: {
    method: 'POST',
    effect: 'updates',
    path: '/accounts',
    summary: 'Create an account, or update the one that matches',
    status: 201,
    alternateStatus: 200,
    description:
      'Matched by an id at a source, then by domain, then by exact name. At least one of them is required. Contacts ' +
      'that have no account yet do not join it afterwards; set their `account_id`.',
    body: AccountInput,
    result: Upserted,
    errors: ['DUPLICATE'],
  },
  updateAccount: {
    method: 'PATCH',
    effect: 'updates',
    path: '/accounts/{accountId}',
    event: 'account.updated',
    summary: 'Change an account; its contacts show the same company',
    params: accountId,
    body: anyOfFields(written),
    result: AccountDetail,
    errors: ['MERGED', 'DUPLICATE'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/accounts/{accountId}',
    event: 'account.deleted',
    summary: 'Delete an account; its contacts stay, without a company',
    params: accountId,
    result: Deleted,
    errors: ['MERGED'],
  },
  mergeAccounts: {
    method: 'POST',
    effect: 'removes',
    path: '/accounts/{accountId}/merge',
    event: 'account.merged',
    summary: 'Merge other accounts into this one',
    description: 'It keeps its own values and gets the rest from the others, with their contacts, domains and ids.',
    params: accountId,
    body: Type.Object({ source_account_ids: Ids(20) }, closed),
    result: AccountDetail,
    errors: ['MERGED'],
  },
  unmergeAccount: {
    method: 'POST',
    effect: 'updates',
    path: '/accounts/{accountId}/unmerge',
    event: 'account.unmerged',
    summary: 'Take a merged account out again',
    description:
      'It gets back its contacts, domains and ids, without those that were moved elsewhere since; values that the ' +
      'other account has from it leave it, unless they were changed.',
    params: accountId,
    result: AccountDetail,
    errors: ['INVALID_STATE', 'DUPLICATE'],
  },
})
