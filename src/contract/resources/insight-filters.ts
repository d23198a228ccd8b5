import Type from 'typebox'
import { Category, Id, multiValue, Name, oneOf, PageQuery, Sentiment, Tag, Text, When } from '#contract/core/shapes.ts'

/* Filters of every list of insights. */

export const InsightStatus = oneOf('active', 'dismissed')
export const InsightOrigin = oneOf('auto', 'manual', 'imported')

export const InsightFilters = {
  ...PageQuery,
  sentiment: Type.Optional(multiValue(Sentiment)),
  category: Type.Optional(multiValue(Category)),
  created_after: Type.Optional(When),
  created_before: Type.Optional(When),
  occurred_after: Type.Optional(When),
  occurred_before: Type.Optional(When),
  updated_since: Type.Optional(When),
  include_deleted: Type.Optional(Type.Boolean()),
  q: Type.Optional(Text('export', 200, 2)),
  segment_id: Type.Optional(Id),
  contact_id: Type.Optional(Id),
  source: Type.Optional(multiValue(Name('zendesk', 64))),
  tag: Type.Optional(multiValue(Tag)),
  status: Type.Optional(multiValue(InsightStatus)),
  origin: Type.Optional(multiValue(InsightOrigin)),
  project_id: Type.Optional(Id),
  opportunity_id: Type.Optional(Id),
  subtheme_id: Type.Optional(Id),
  include: Type.Optional(multiValue(oneOf('occurred_at'))),
  sort: Type.Optional(oneOf('-created_at', 'created_at', '-occurred_at', 'occurred_at', '-confidence')),
}

export const inTheme = { theme_id: Type.Optional(Id), unthemed: Type.Optional(Type.Boolean()) }
