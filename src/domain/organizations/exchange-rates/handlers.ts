import type { exchangeRates } from '#contract/resources/exchange-rates.ts'
import { invalidField } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { getExchangeRates, upsertExchangeRates } from './queries.ts'

export const handlers: Handlers<typeof exchangeRates> = {
  getExchangeRates: ({ db, org }) => getExchangeRates(db, org),

  async replaceExchangeRates({ db, org }, { base_currency, rates }) {
    const seen = new Set([base_currency])
    for (const [index, { currency }] of rates.entries()) {
      if (currency === base_currency)
        invalidField(`body.rates.${index}.currency`, 'is the base currency, which needs no rate')
      if (seen.has(currency)) invalidField(`body.rates.${index}.currency`, 'has a rate already')
      seen.add(currency)
    }
    await upsertExchangeRates(db, org, { base_currency, rates })
    return { base_currency, rates }
  },
}
