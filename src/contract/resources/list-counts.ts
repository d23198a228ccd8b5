import Type from 'typebox'
import { contactFilters } from './contacts.ts'
import { InsightFilters, inTheme } from './insight-filters.ts'
import { customFieldQuery } from '#contract/core/custom-field-values.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { closed, Count } from '#contract/core/shapes.ts'

/** Counting stops here: nobody needs to know how much more there is, and the cost stays bounded. */
export const maxCounted = 100_000
const BoundedCount = Type.Object(
  { count: Count, is_exact: Type.Boolean({ description: `False when there are more than ${maxCounted}.` }) },
  closed,
)

const { cursor: _cursor, limit: _limit, sort: _sort, ...insightFilters } = InsightFilters

/** How many items match the filters of a list, for the web app. */
export const listCounts = defineRoutes({
  countInsights: {
    audience: 'app',
    method: 'GET',
    path: '/insights/count',
    summary: 'Count insights',
    query: Type.Object({ ...insightFilters, ...inTheme }, closed),
    result: BoundedCount,
  },
  countContacts: {
    audience: 'app',
    method: 'GET',
    path: '/contacts/count',
    summary: 'Count contacts',
    query: Type.Object({ ...contactFilters, custom_field: customFieldQuery.custom_field }, closed),
    result: BoundedCount,
  },
})
