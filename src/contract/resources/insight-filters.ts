import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { Id } from '#contract/core/ids.ts'
import { Category, Sentiment } from '#contract/core/labels.ts'
import { deltaFilters, PageQuery } from '#contract/core/pages.ts'
import { multiValue, oneOf } from '#contract/core/shapes.ts'
import { Name, Tag, Text } from '#contract/core/texts.ts'
import { createdRange, occurredRange } from '#contract/core/times.ts'

/* Filters of every list of insights. */

export const InsightStatus = oneOf('active', 'dismissed')
export const InsightOrigin = oneOf('auto', 'manual', 'imported')

export const InsightFilters = {
  ...PageQuery,
  sentiment: Type.Optional(multiValue(Sentiment)),
  category: Type.Optional(multiValue(Category)),
  ...createdRange,
  ...occurredRange,
  ...deltaFilters,
  id: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Only these, such as the insight_ids of an answer: repeated or separated by commas.',
    }),
  ),
  q: Type.Optional(Text('export', 200, 2)),
  segment_id: Type.Optional(Id),
  contact_id: Type.Optional(Id),
  ...accountFilters,
  source: Type.Optional(multiValue(Name('zendesk', 64))),
  tag: Type.Optional(multiValue(Tag)),
  status: Type.Optional(multiValue(InsightStatus)),
  origin: Type.Optional(multiValue(InsightOrigin)),
  project_id: Type.Optional(Id),
  opportunity_id: Type.Optional(Id),
  subtheme_id: Type.Optional(Id),
  include: Type.Optional(
    multiValue(oneOf('occurred_at', 'source', 'contact', 'subject', 'subthemes', 'theme_suggestions')),
  ),
  sort: Type.Optional(oneOf('-created_at', 'created_at', '-occurred_at', 'occurred_at', '-confidence')),
}

export const inTheme = {
  theme_id: Type.Optional(Id),
  unthemed: Type.Optional(Type.Boolean()),
  unsorted: Type.Optional(Type.Boolean()),
}
