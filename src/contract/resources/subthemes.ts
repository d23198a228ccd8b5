import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { AccountReach } from '#contract/core/account-reach.ts'
import { Block } from '#contract/core/content-blocks.ts'
import { InsightFilters } from './insight-filters.ts'
import { InsightListItem } from './insights.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, ThemeRef } from '#contract/core/ids.ts'
import { SentimentBreakdown } from '#contract/core/labels.ts'
import { orTombstone, page } from '#contract/core/pages.ts'
import { closed, Count, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Color, LanguageModel, Name } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

const fields = {
  id: Id,
  name: Type.String({ examples: ['Large exports fail'] }),
  description: nullable(
    Type.String({ examples: ['In other words: “Large exports time out”; “The export never finishes”.'] }),
  ),
  insight_count: Count,
  supporting_insight_count: {
    ...Count,
    description: 'Of these, the insights that make the point in the name; the others are on the same topic.',
  },
  account_reach: AccountReach,
  sentiment_breakdown: SentimentBreakdown,
  theme_id: Id,
  theme_name: Type.String({ examples: ['Export'] }),
  theme_color: Color,
  segment_id: nullable({ ...Id, description: 'The segment filter, if any.' }),
  synthesized_at: Time,
  origin: oneOf('manual', 'auto'),
  pinned: Type.Boolean({
    description: 'The analysis neither renames, moves nor empties it; new insights that say the same may join.',
  }),
  generated_name: nullable(
    Type.String({
      examples: ['Export: does not work'],
      description: 'The name that the analysis gave it, where a person has written another.',
    }),
  ),
}
const Subtheme = Type.Object(fields, { ...closed, $id: 'Subtheme' })

const Related = Type.Object(
  {
    id: Id,
    name: fields.name,
    theme_id: Id,
    similarity: Type.Number({ minimum: -1, maximum: 1, examples: [0.62] }),
    shared_insight_count: Count,
  },
  closed,
)

export const SubthemeDetail = Type.Object(
  {
    ...fields,
    insight_ids: Type.Array(Id, { description: 'Newest first, at most 500.' }),
    insight_ids_truncated: Type.Boolean(),
    language_model: LanguageModel,
    blocks: Type.Array(Block, { description: 'Ignore unknown types.' }),
    theme: ThemeRef,
    related_subthemes: Type.Array(Related, { description: 'Most similar first, at most 10.' }),
  },
  { ...closed, $id: 'SubthemeDetail' },
)

const OffsetPagination = Type.Object(
  {
    total: Count,
    has_more: Type.Boolean(),
    offset: Type.Integer({ minimum: 0, examples: [0] }),
    limit: Type.Integer({ minimum: 1, maximum: 100, examples: [50] }),
  },
  { ...closed, $id: 'OffsetPagination' },
)

export const subthemeId = Type.Object({ subthemeId: Id }, closed)

export const subthemes = defineRoutes({
  listSubthemes: {
    method: 'GET',
    path: '/subthemes',
    feature: 'subthemes',
    summary: 'List subthemes, those with most insights first',
    query: Type.Object(
      {
        limit: withDefault(
          Type.Integer({ minimum: 1, maximum: 100, description: 'How many to return.', examples: [50] }),
          50,
        ),
        offset: withDefault(
          Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'How many to skip.', examples: [0] }),
          0,
        ),
        theme_id: Type.Optional(Id),
        segment_id: Type.Optional({
          ...Id,
          description: 'Counts only the insights of this segment; requires the segments feature.',
        }),
        ...accountFilters,
        q: Type.Optional({ ...Name('export'), description: 'Text in the name or the description, case-insensitive.' }),
      },
      closed,
    ),
    result: Type.Object({ data: Type.Array(Subtheme), pagination: OffsetPagination }, closed),
  },
  getSubtheme: {
    method: 'GET',
    path: '/subthemes/{subthemeId}',
    feature: 'subthemes',
    summary: 'Read one subtheme with what it rests on',
    params: subthemeId,
    result: SubthemeDetail,
    errors: ['MERGED'],
  },
  listSubthemeInsights: {
    method: 'GET',
    path: '/subthemes/{subthemeId}/insights',
    feature: 'subthemes',
    summary: 'List the insights of a subtheme',
    params: subthemeId,
    query: Type.Object(InsightFilters, closed),
    result: page(orTombstone(InsightListItem)),
    errors: ['MERGED'],
  },
})
