import type { Static } from 'typebox'
import type { ExchangeRates } from '#contract/resources/exchange-rates.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type Rates = Static<typeof ExchangeRates>

export const getExchangeRates = async (db: Db, org: string): Promise<Rates> =>
  (await db.first<Rates>(sql`select base_currency, rates from exchange_rates where org_id = ${org}`)) ?? {
    base_currency: null,
    rates: [],
  }

export const upsertExchangeRates = (db: Db, org: string, { base_currency, rates }: Rates) =>
  db.run(sql`
    insert into exchange_rates (org_id, base_currency, rates)
    values (${org}, ${base_currency}, ${JSON.stringify(rates)}::jsonb)
    on conflict (org_id) do update set base_currency = excluded.base_currency, rates = excluded.rates,
      updated_at = excluded.updated_at`)
