import type { accounts } from '#contract/resources/accounts.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { accountList } from './queries-list.ts'
import { getAccount } from './present.ts'

type Subset = Pick<typeof accounts, 'listAccounts' | 'getAccount'>

export const handlers: Handlers<Subset> = {
  listAccounts: (ctx, query) => rowPage(ctx, accountList, query),

  getAccount: (ctx, { accountId }) => getAccount(ctx, accountId),
}
