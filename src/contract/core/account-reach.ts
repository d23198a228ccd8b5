import Type from 'typebox'
import { closed, Count } from './shapes.ts'

/** ISO 4217 code. */
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'], description: 'ISO 4217 code.' })

const Amount = Type.Number({ minimum: 0, examples: [84_000] })

const fields = {
  account_count: { ...Count, description: 'How many accounts it comes from, each counted once.' },
  yearly_revenue: {
    ...Amount,
    description: 'What these accounts pay in a year, in the base currency, without the amounts in `unconverted`.',
  },
  currency: Type.Union([Currency, Type.Null()], {
    description: 'The base currency; null where the organization has none.',
  }),
  revenue_account_count: { ...Count, description: 'Of the accounts, those whose revenue is in `yearly_revenue`.' },
  unknown_revenue_account_count: { ...Count, description: 'Of the accounts, those whose revenue is not known.' },
  unconverted: Type.Array(
    Type.Object(
      {
        currency: Currency,
        account_count: { ...Count, description: 'Of the accounts, those with revenue in this currency.' },
        yearly_revenue: { ...Amount, description: 'What they pay in a year, in this currency.' },
      },
      closed,
    ),
    { description: 'Revenue in currencies without an exchange rate, which is not added up.' },
  ),
}

/** The accounts behind a theme or a plan, and what they pay. */
export const AccountReach = Type.Union([Type.Object(fields, { ...closed, $id: 'AccountReach' }), Type.Null()], {
  description:
    'The accounts whose contacts said it, and what they pay; counted again within minutes after a change. Null ' +
    'before the first count, and where a list counts the insights of one segment alone.',
})
