import Type from 'typebox'
import { InsightFilters, inTheme } from './insight-filters.ts'
import { Currency } from '#contract/core/account-reach.ts'
import { Id } from '#contract/core/ids.ts'
import { SentimentBreakdown } from '#contract/core/labels.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { closed, Count, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'

const {
  cursor: _,
  limit: __,
  sort: ___,
  include: ____,
  updated_since: _____,
  include_deleted: ______,
  ...filters
} = InsightFilters

const text = { examples: ['Acme'] }
const Group = Type.Object(
  {
    account_id: Type.Union([Id, Type.Null()], {
      description: 'The account; null for insights without one, and where plans are grouped.',
    }),
    name: nullable(Type.String({ ...text, description: 'The name of the account.' })),
    plan: nullable(Type.String({ examples: ['enterprise'], description: 'The plan; null where unknown.' })),
    insight_count: { ...Count, description: 'As many as the list shows with this account or plan.' },
    sentiment_breakdown: SentimentBreakdown,
    account_count: { ...Count, description: 'How many accounts the insights come from, each counted once.' },
    yearly_revenue: Type.Union([Type.Number({ minimum: 0, examples: [84_000] }), Type.Null()], {
      description:
        'What these accounts pay in a year, each counted once, in the base currency, or as it is where the ' +
        'organization has none; null where it is not known.',
    }),
  },
  closed,
)

/** Insights by the company that they come from, or by its plan. */
export const insightGroups = defineRoutes({
  groupInsights: {
    method: 'GET',
    path: '/insights/groups',
    summary: 'Count insights by account or by plan',
    description: 'Those that match the filters of the list; at most 200 groups.',
    query: Type.Object(
      {
        by: { ...oneOf('account', 'plan'), description: 'What the insights are grouped by.' },
        order: {
          ...withDefault(oneOf('revenue', 'insights'), 'revenue'),
          description: 'Those with most revenue first, or those with most insights.',
        },
        ...filters,
        ...inTheme,
      },
      closed,
    ),
    result: Type.Object(
      {
        currency: Type.Union([Currency, Type.Null()], {
          description: 'The base currency; null where the organization has none.',
        }),
        data: Type.Array(Group),
      },
      { ...closed, $id: 'InsightGroups' },
    ),
  },
})
