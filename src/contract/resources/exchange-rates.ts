import Type from 'typebox'
import { Currency } from '#contract/core/account-reach.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { closed } from '#contract/core/shapes.ts'
import { Day } from '#contract/core/times.ts'

/* In which currency the revenue of accounts is added up. The rates are the organization's own: none is fetched. */

const base_currency = Type.Union([Currency, Type.Null()], {
  description:
    'The currency that revenue is added up in. Amounts without a currency are in this one. While it is null, only ' +
    'amounts without a currency are added up.',
})
const ExchangeRate = Type.Object(
  {
    currency: { ...Currency, examples: ['USD'] },
    rate: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e9,
      examples: [0.92],
      description: 'How much of the base currency one unit is.',
    }),
    date: { ...Day, description: 'The day that the rate is from.' },
  },
  closed,
)
const rates = Type.Array(ExchangeRate, {
  maxItems: 200,
  description: 'A rate for each other currency; amounts in a currency without one are listed apart.',
})
const fields = { base_currency, rates }

export const ExchangeRates = Type.Object(fields, { ...closed, $id: 'ExchangeRates' })

export const exchangeRates = defineRoutes({
  getExchangeRates: {
    method: 'GET',
    path: '/exchange-rates',
    summary: 'Read the base currency and the exchange rates',
    result: ExchangeRates,
  },
  replaceExchangeRates: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/exchange-rates',
    summary: 'Set the base currency and all exchange rates',
    description: 'The revenue behind themes and plans is added up anew within a few minutes.',
    admin: true,
    body: Type.Object(fields, closed),
    result: ExchangeRates,
  },
})
