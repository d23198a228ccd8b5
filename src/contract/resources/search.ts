import Type from 'typebox'
import { maxPreviousLength } from '#contract/core/conversation.ts'
import { SearchAnswer } from './answer-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id } from '#contract/core/ids.ts'
import { Category, Sentiment } from '#contract/core/labels.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Name, Tag, Text } from '#contract/core/texts.ts'
import { createdRange, occurredRange, Time, When } from '#contract/core/times.ts'

export const searchTypes = [
  'insight',
  'theme',
  'subtheme',
  'feedback',
  'contact',
  'project',
  'initiative',
  'opportunity',
  'interview',
  'survey',
  'ticket',
  'competitor_insight',
  'comment',
] as const
const SearchType = oneOf(...searchTypes)
const Mode = oneOf('lexical', 'semantic', 'hybrid')

export const SearchHit = Type.Object(
  {
    type: SearchType,
    id: Id,
    title: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
    snippet: Type.String({
      examples: ['The <mark>export</mark> just spins …'],
      description: 'HTML-escaped except for <mark>.',
    }),
    score: Type.Number({ minimum: 0, maximum: 1, examples: [0.82] }),
    url: Type.String({ examples: ['/insights/019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'] }),
    highlights: Type.Array(
      Type.Object(
        {
          field: Type.String({ examples: ['quote'] }),
          start: Type.Integer({
            minimum: 0,
            examples: [4],
            description: 'First character in the field, counted in UTF-16 code units.',
          }),
          end: Type.Integer({ minimum: 0, examples: [10], description: 'One past the last character.' }),
        },
        closed,
      ),
    ),
    updated_at: Time,
  },
  { ...closed, $id: 'SearchHit' },
)

const Report = Type.Object(
  {
    mode: Mode,
    requested_mode: Mode,
    fallback: Type.Boolean({ description: 'A different mode than the requested one was used.' }),
    took_ms: Type.Integer({ minimum: 0, examples: [12] }),
    matched: oneOf('all_words', 'any_word', 'corrected_words', 'substring', 'meaning'),
    corrected_q: nullable(
      Type.String({
        examples: ['export'],
        description: 'The corrected query that was used because the original one had no results.',
      }),
    ),
    counts_by_type: Type.Record(Type.String(), Count, { examples: [{ insight: 31, theme: 2 }] }),
    counts_capped: Type.Boolean({ description: 'Some counts are capped and may be higher.' }),
  },
  closed,
)

const filters = {
  ...createdRange,
  ...occurredRange,
  updated_since: Type.Optional(When),
  segment_id: Type.Optional(Id),
  contact_id: Type.Optional(Id),
  source: Type.Optional(multiValue(Name('zendesk', 64))),
  tag: Type.Optional(multiValue(Tag)),
  sentiment: Type.Optional(multiValue(Sentiment)),
  category: Type.Optional(multiValue(Category)),
  theme_id: Type.Optional(Id),
}
const q = Name('export', 500)
const MinSimilarity = withDefault(Type.Number({ minimum: 0.3, maximum: 1, examples: [0.5] }), 0.5)

export const search = defineRoutes({
  search: {
    method: 'GET',
    path: '/search',
    summary: 'Search everything at once, best matches first',
    description:
      'Quotes match a phrase, a minus excludes a word, or matches either. Types that do not support a filter are ' +
      'left out of the results.',
    query: Type.Object(
      {
        q,
        types: Type.Optional(multiValue(SearchType)),
        mode: Type.Optional(Mode),
        min_similarity: Type.Optional(
          Type.Number({
            minimum: 0.3,
            maximum: 1,
            examples: [0.5],
            description: 'By default, results much less similar than the best one are left out.',
          }),
        ),
        allow_fallback: withDefault(Type.Boolean({ description: 'If false, an unavailable mode is an error.' }), true),
        ...filters,
        ...PageQuery,
      },
      closed,
    ),
    result: Type.Object({ ...page(SearchHit).properties, search: Report }, { ...closed, $id: 'SearchResults' }),
  },
  searchSimilar: {
    method: 'GET',
    path: '/search/similar',
    summary: 'What says nearly the same as one item',
    query: Type.Object(
      {
        type: SearchType,
        id: Id,
        types: Type.Optional(multiValue(SearchType)),
        min_similarity: MinSimilarity,
        limit: withDefault(Type.Integer({ minimum: 1, maximum: 50, examples: [10] }), 10),
      },
      closed,
    ),
    result: Type.Object({ data: Type.Array(SearchHit), mode: Mode }, { ...closed, $id: 'SimilarItems' }),
    errors: ['NOT_FOUND'],
  },
  searchAnswer: {
    method: 'GET',
    path: '/search/answer',
    tool: 'ask',
    summary: 'Answer a question from the insights, every sentence with its sources',
    rate: 'heavy',
    description:
      'The answer only states what insights support; numbers in brackets refer to citations, counted from 1. ' +
      'Periods, segments, companies, contacts, plans, sources, tags, countries, categories and NPS groups in the ' +
      'question become filters, which `understood` lists. A question may ask to count by company, contact, source, ' +
      'country, plan or tag (“which company is the most unhappy?”), to compare with another period, for quotes or ' +
      'a table. Questions are read in English and German.',
    query: Type.Object(
      {
        q: Text('What do customers say about the export?', 500, 2),
        previous: Type.Optional({
          ...Text('How often does the app crash?', maxPreviousLength, 2),
          description:
            'The earlier questions of the conversation, one a line, oldest first. A question that goes on with them, ' +
            'such as “and from Germany?”, keeps what it leaves open.',
        }),
        ...filters,
      },
      closed,
    ),
    result: SearchAnswer,
  },
})
