import type { Static } from 'typebox'
import type { AccountDetail, ListedAccount } from '#contract/resources/accounts.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { notFound, throwMerged } from '#domain/errors.ts'
import { type AccountFacts, type AccountRow, type AccountStatus, findAccount, lockAccounts } from './queries.ts'

export function toAccount(row: AccountRow): Static<typeof ListedAccount> {
  const { revenue_amount, revenue_currency, revenue_period, revenue_yearly: _, deleted_at: __, ...account } = row
  return {
    ...account,
    revenue:
      revenue_amount === null || revenue_period === null
        ? null
        : { amount: revenue_amount, currency: revenue_currency, period: revenue_period as 'month' | 'year' },
  }
}

function toDetail(row: AccountRow & AccountFacts): Static<typeof AccountDetail> {
  const { positive, negative, neutral, nps_responses, nps_promoters, nps_detractors, ...others } = row
  const { top_themes, merged_account_ids, ...account } = others
  const score = Math.round((100 * (nps_promoters - nps_detractors)) / nps_responses)
  return {
    ...toAccount(account),
    sentiment_breakdown: { positive, negative, neutral },
    nps: nps_responses === 0 ? null : { score, responses: nps_responses },
    top_themes,
    merged_account_ids,
  }
}

/** Neither merged nor deleted. */
export function requirePresentAccount<Row extends Pick<AccountStatus, 'deleted' | 'merged_into_id'>>(
  row: Row | undefined,
): Row {
  if (row?.merged_into_id) throwMerged('account', row.merged_into_id)
  return row && !row.deleted ? row : notFound('account')
}

export const lockAccount = async ({ db, org }: Ctx, id: string) =>
  requirePresentAccount((await lockAccounts(db, org, [id]))[0])

export async function getAccount({ db, org }: ReadCtx, id: string): Promise<Static<typeof AccountDetail>> {
  const row = await findAccount(db, org, id)
  requirePresentAccount(row && { deleted: row.deleted_at !== null, merged_into_id: row.merged_into_id })
  return toDetail(row!)
}
