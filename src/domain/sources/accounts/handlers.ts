import type { accounts } from '#contract/resources/accounts.ts'
import { fieldNarrowing } from '#domain/custom-fields/filters.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { accountList } from './queries-list.ts'
import { getAccount } from './present.ts'

type Subset = Pick<typeof accounts, 'listAccounts' | 'getAccount'>

export const handlers: Handlers<Subset> = {
  async listAccounts(ctx, given) {
    const { query, condition } = await fieldNarrowing(ctx, 'account', given)
    return rowPage(ctx, accountList, query, { condition })
  },

  getAccount: (ctx, { accountId }) => getAccount(ctx, accountId),
}
