import type { Static } from 'typebox'
import type { AccountDetail, AccountInput } from '#contract/resources/accounts.ts'
import { double, integer, jsonb, text, texts, time, uuid, uuids } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'

const team = { nullable: true, erasure: 'team', written: 'replaced' } as const
const revenue = { nullable: true, internal: true, written: 'replaced' } as const

export const accountTable = defineTable<Static<typeof AccountDetail>, Static<typeof AccountInput>>()('account', {
  columns: {
    id: uuid(),
    name: text(team),
    created_at: time(),
    updated_at: time(),
    deleted_at: time({ nullable: true, internal: true }),
    domains: texts({ erasure: 'team', written: 'united' }),
    mail_domains: texts({ erasure: 'team', written: 'united' }),
    plan: text(team),
    status: text(team),
    revenue_amount: double(revenue),
    revenue_currency: text({ ...revenue, erasure: 'team' }),
    revenue_period: text({ ...revenue, erasure: 'fixed' }),
    revenue_yearly: double({ internal: true }),
    size: integer({ nullable: true, written: 'replaced' }),
    owner_id: text({ ...team, erasure: 'fixed' }),
    tags: texts({ erasure: 'team', written: 'united' }),
    attributes: jsonb<Record<string, unknown>>()({ erasure: 'team', written: 'keys' }),
    origin: text({ erasure: 'fixed', internal: true }),
    merged_into_id: uuid({ nullable: true }),
    custom_fields: jsonb<Record<string, CustomFieldValue>>()({ erasure: 'team', written: 'keys' }),
  },
  elsewhere: {
    identities: 'account_identity',
    revenue: 'revenue_amount, revenue_currency and revenue_period',
    owner: 'app_user',
    contact_count: 'counted in contact',
    feedback_count: 'counted in feedback',
    insight_count: 'counted in insight',
    sentiment_breakdown: 'counted in insight',
    nps: 'computed from contact',
    top_themes: 'counted in insight_theme',
    merged_account_ids: 'account',
  },
  writtenElsewhere: {
    identities: 'account_identity',
    revenue: 'revenue_amount, revenue_currency and revenue_period',
  },
})

/** What a merge changed, by which the account can be taken out again. */
export const accountMergeTable = defineTable<object>()('account_merge', {
  columns: {
    source_id: uuid({ internal: true }),
    target_id: uuid({ internal: true }),
    contact_ids: uuids({ internal: true }),
    before: jsonb<Record<string, unknown>>()({ erasure: 'team', internal: true }),
    after: jsonb<Record<string, unknown>>()({ erasure: 'team', internal: true }),
    keys: jsonb<MovedKeys>()({ erasure: 'team', internal: true }),
    merged_at: time({ internal: true }),
  },
  elsewhere: {},
  writtenElsewhere: {},
})

/** The domains and ids that an account had. */
export type MovedKeys = { domains: string[]; identities: { provider: string; external_id: string }[] }
