import type { insightGroups } from '#contract/resources/insight-groups.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { findBaseCurrency, listInsightGroups } from './queries-groups.ts'

export const handlers: Handlers<typeof insightGroups> = {
  async groupInsights({ db, org }, { by, order, ...filters }) {
    const rows = await listInsightGroups(db, org, { ...filters, limit: 0 }, { by, order })
    const currency = await findBaseCurrency(db, org)
    const data = rows.map(({ positive, negative, neutral, ...group }) => ({
      ...group,
      sentiment_breakdown: { positive, negative, neutral },
    }))
    return { currency, data }
  },
}
