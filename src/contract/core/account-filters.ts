import Type from 'typebox'
import { Id } from './ids.ts'
import { multiValue } from './shapes.ts'
import { Name } from './texts.ts'

/* Filters of lists by the accounts of the people behind their items. */

const Money = Type.Number({ minimum: 0, maximum: 1e13, examples: [12_000] })
const inBase = 'in the base currency, or as it is where the organization has none; without those not known.'

/** By what an account pays, for lists that have `account_id` already. */
const payingFilters = {
  plan: Type.Optional({
    ...multiValue(Name('enterprise')),
    description: 'Only what comes from accounts with one of these plans.',
  }),
  revenue_min: Type.Optional({
    ...Money,
    description: `Only what comes from accounts that pay at least this in a year, ${inBase}`,
  }),
  revenue_max: Type.Optional({
    ...Money,
    description: `Only what comes from accounts that pay at most this in a year, ${inBase}`,
  }),
}

/** For lists of what accounts are behind: one account has to match all of them. */
export const accountFilters = { account_id: Type.Optional(Id), ...payingFilters }
