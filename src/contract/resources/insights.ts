import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { includedFields, sourceFields, Subject, SuggestedThemes } from './insight-included-fields.ts'
import { InsightFilters, InsightOrigin, InsightStatus, inTheme } from './insight-filters.ts'
import { Deleted, Id, Ids, pathIds, ThemeRef } from '#contract/core/ids.ts'
import { Category, Sentiment } from '#contract/core/labels.ts'
import { orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, nullable, withDefault, withoutExample } from '#contract/core/shapes.ts'
import { LanguageModel, Name, Tag, Text } from '#contract/core/texts.ts'
import { Day, Time } from '#contract/core/times.ts'

const listFields = {
  id: Id,
  name: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
  sentiment: Sentiment,
  category: Category,
  quote: nullable(Type.String({ examples: ['The export just spins when I select everything.'] })),
  themes: Type.Array(ThemeRef),
  created_at: Time,
  updated_at: Time,
}
export const InsightListItem = Type.Object(
  {
    ...listFields,
    ...includedFields,
  },
  { ...closed, $id: 'Insight' },
)

const Quote = Type.Object(
  {
    id: Id,
    insight_id: Id,
    text: Type.String({ examples: ['The export just spins when I select everything.'] }),
    feedback_id: nullable(Id),
    start: nullable(
      Type.Integer({ minimum: 0, description: 'First character in the source content, counted in UTF-16 code units.' }),
    ),
    end: nullable(Type.Integer({ minimum: 0, description: 'One past the last character.' })),
    speaker: nullable(Type.String({ examples: ['Ana'] })),
    verified: Type.Boolean(),
    is_representative: Type.Boolean(),
    redacted: Type.Boolean(),
    created_at: Time,
  },
  { ...closed, $id: 'Quote' },
)

export const InsightDetail = Type.Object(
  {
    ...listFields,
    feedback_id: nullable(Id),
    contact_id: nullable(Id),
    user_email: sourceFields.user_email,
    user_name: sourceFields.user_name,
    interview_date: nullable(Day),
    description: nullable(Type.String()),
    confidence: nullable(Type.Number({ minimum: 0, maximum: 1 })),
    theme_confidence: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'How sure the analysis is of the theme; null without one, or if a person chose it.',
      }),
    ),
    theme_suggestions: SuggestedThemes,
    subject: {
      ...Subject,
      description: 'What it is about, in its own words; null where the analysis found no such words.',
    },
    aspect: nullable(
      Type.String({
        examples: ['not-working'],
        description: 'What it says of its subject, of a closed list; null where the analysis is not sure.',
      }),
    ),
    analysis_version: nullable(
      Type.String({
        examples: ['6/earshot-small-1'],
        description: 'The version and model of the analysis that last found it; null if a person wrote it.',
      }),
    ),
    language_model: {
      ...LanguageModel,
      description:
        'The language model that wrote the name or chose the labels; null where the analysis or a person did.',
    },
    origin: InsightOrigin,
    status: InsightStatus,
    source: sourceFields.source,
    source_type: nullable(Type.String({ examples: ['feedback'] })),
    source_url: nullable(Type.String()),
    segment_ids: Type.Array(Id),
    language: nullable(Type.String({ examples: ['en'] })),
    tags: Type.Array(Type.String()),
    quotes: Type.Array(Quote),
    evidence_of: Type.Object(
      { project_ids: Type.Array(Id), initiative_ids: Type.Array(Id), opportunity_ids: Type.Array(Id) },
      closed,
    ),
    superseded_by_id: nullable(Id),
    edited_by_human: Type.Boolean(),
    occurred_at: Time,
  },
  { ...closed, $id: 'InsightDetail' },
)

const writable = {
  name: Name('CSV export fails above 10,000 rows'),
  sentiment: Sentiment,
  category: Category,
  quote: nullable(Text('The export just spins when I select everything.', 2000, 3)),
  allow_unverified: Type.Boolean({
    description: 'Keep a quote that is not found in its source, marked as unverified.',
  }),
  description: nullable(Text('Seen by every large account.', 2000)),
  feedback_id: nullable(Id),
  contact_id: nullable(Id),
  theme_ids: Ids(100, 0),
  segment_ids: Ids(100, 0),
  tags: Type.Array(Tag, { maxItems: 50, uniqueItems: true }),
  occurred_at: Time,
}
const { name, sentiment, category, ...optional } = writable
const notRepresentative = withDefault(Type.Boolean(), false)

export const insights = defineRoutes({
  listInsights: {
    method: 'GET',
    path: '/insights',
    summary: 'List insights, newest first',
    query: Type.Object({ ...InsightFilters, ...inTheme }, closed),
    result: page(orTombstone(InsightListItem)),
  },
  getInsight: {
    method: 'GET',
    path: '/insights/{insightId}',
    summary: 'Read one insight with its source',
    params: pathIds('insightId'),
    result: InsightDetail,
    errors: ['MERGED'],
  },
  createInsight: {
    method: 'POST',
    effect: 'adds',
    path: '/insights',
    event: 'insight.created',
    summary: 'Create an insight by hand',
    status: 201,
    body: Type.Object({ name, sentiment, category, ...Type.Partial(Type.Object(optional)).properties }, closed),
    result: InsightDetail,
  },
  updateInsight: {
    method: 'PATCH',
    effect: 'updates',
    path: '/insights/{insightId}',
    event: 'insight.updated',
    summary: 'Change an insight; marks it as edited by a person',
    params: pathIds('insightId'),
    body: anyOfFields({ ...writable, status: InsightStatus }),
    result: InsightDetail,
    errors: ['MERGED'],
  },
  deleteInsight: {
    method: 'DELETE',
    path: '/insights/{insightId}',
    event: 'insight.deleted',
    summary: 'Delete an insight; it leaves all counts and lists',
    params: pathIds('insightId'),
    result: Deleted,
    errors: ['MERGED'],
  },
  mergeInsights: {
    method: 'POST',
    effect: 'removes',
    path: '/insights/{insightId}/merge',
    event: 'insight.merged',
    summary: 'Merge other insights into this one',
    params: pathIds('insightId'),
    body: Type.Object({ source_insight_ids: Ids(20) }, closed),
    result: InsightDetail,
    errors: ['MERGED'],
  },
  replaceInsightThemes: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/insights/{insightId}/themes',
    event: 'insight.updated',
    summary: 'Replace the themes of an insight',
    params: pathIds('insightId'),
    body: Type.Object({ theme_ids: Ids(100, 0) }, closed),
    result: InsightDetail,
    errors: ['MERGED'],
  },
  addInsightThemes: {
    method: 'POST',
    effect: 'adds',
    path: '/insights/{insightId}/themes',
    event: 'insight.updated',
    summary: 'Add themes to an insight',
    params: pathIds('insightId'),
    body: Type.Object({ theme_ids: Ids() }, closed),
    result: InsightDetail,
    errors: ['MERGED'],
  },
  removeInsightTheme: {
    method: 'DELETE',
    path: '/insights/{insightId}/themes/{themeId}',
    event: 'insight.updated',
    summary: 'Remove one theme from an insight',
    params: pathIds('insightId', 'themeId'),
    result: InsightDetail,
    errors: ['MERGED'],
  },
  resetInsightThemes: {
    method: 'DELETE',
    path: '/insights/{insightId}/themes',
    event: 'insight.updated',
    summary: 'Take back the choice of themes: the insight has none and is unsorted again',
    params: pathIds('insightId'),
    result: InsightDetail,
    errors: ['MERGED'],
  },
  replaceInsightSegments: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/insights/{insightId}/segments',
    event: 'insight.updated',
    summary: 'Set the segments of an insight by hand',
    params: pathIds('insightId'),
    feature: 'segments',
    body: Type.Object({ segment_ids: Ids(100, 0) }, closed),
    result: InsightDetail,
    errors: ['MERGED'],
  },
  listInsightQuotes: {
    method: 'GET',
    path: '/insights/{insightId}/quotes',
    summary: 'List the quotes of an insight',
    params: pathIds('insightId'),
    query: Type.Object(PageQuery, closed),
    result: page(Quote),
    errors: ['MERGED'],
  },
  addInsightQuote: {
    method: 'POST',
    effect: 'adds',
    path: '/insights/{insightId}/quotes',
    event: 'insight.updated',
    summary: 'Add a quote, verified against its source',
    status: 201,
    params: pathIds('insightId'),
    body: Type.Object(
      {
        text: Text('The export just spins when I select everything.', 2000, 3),
        feedback_id: Type.Optional(withoutExample(Id)),
        speaker: Type.Optional(Name('Ana')),
        is_representative: notRepresentative,
        allow_unverified: notRepresentative,
      },
      closed,
    ),
    result: Quote,
    errors: ['MERGED'],
  },
  updateInsightQuote: {
    method: 'PATCH',
    effect: 'updates',
    path: '/insights/{insightId}/quotes/{quoteId}',
    event: 'insight.updated',
    summary: 'Change a quote; its text must still be in the source',
    params: pathIds('insightId', 'quoteId'),
    body: anyOfFields({
      text: Text('The export just spins when I select everything.', 2000, 3),
      is_representative: Type.Literal(true),
      redacted: Type.Boolean(),
    }),
    result: Quote,
    errors: ['MERGED'],
  },
  deleteInsightQuote: {
    method: 'DELETE',
    path: '/insights/{insightId}/quotes/{quoteId}',
    event: 'insight.updated',
    summary: 'Remove a quote',
    params: pathIds('insightId', 'quoteId'),
    result: Deleted,
    errors: ['MERGED', 'INVALID_STATE'],
  },
})
