import Type from 'typebox'
import { CoverageVerdict } from './coverage-shapes.ts'
import { routes } from '#contract/core/route.ts'
import {
  Category,
  closed,
  Count,
  Id,
  LanguageModel,
  Name,
  nullable,
  oneOf,
  page,
  PageQuery,
  Sentiment,
  multiValue,
  Tag,
  Text,
  Time,
  When,
  withDefault,
} from '#contract/core/shapes.ts'
import { openProjectStatuses } from '#vocabulary/statuses.ts'

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
  created_after: Type.Optional(When),
  created_before: Type.Optional(When),
  occurred_after: Type.Optional(When),
  occurred_before: Type.Optional(When),
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

const Citation = Type.Object(
  {
    type: oneOf('insight'),
    id: Id,
    quote: Type.String({ examples: ['The export just spins when I select everything.'] }),
    feedback_id: nullable(Id),
    start: nullable(Type.Integer({ minimum: 0 })),
    end: nullable(Type.Integer({ minimum: 0 })),
  },
  closed,
)

const AnswerGroup = Type.Object(
  {
    type: oneOf('subtheme', 'theme', 'rest_of_theme', 'similar_insights'),
    id: nullable(Id),
    name: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
    insight_count: Count,
    contact_count: Count,
    projects: Type.Array(
      Type.Object(
        {
          id: Id,
          title: Type.String({ examples: ['Stream the export'] }),
          status: oneOf(...openProjectStatuses),
          insight_count: Count,
        },
        closed,
      ),
      {
        description:
          'Projects that address the group, at most three: insights of the group are their evidence, or that of an ' +
          'opportunity that they carry out. insight_count is the number of these insights.',
      },
    ),
  },
  closed,
)

const Understood = Type.Object(
  {
    intent: oneOf('describe', 'rank', 'count'),
    topic: nullable(Type.String({ examples: ['dark mode'] })),
    filters: Type.Array(
      Type.Object(
        {
          field: oneOf(
            'category',
            'sentiment',
            'nps_type',
            'period',
            'segment',
            'plan',
            'company',
            'contact',
            'source',
            'tag',
            'country',
          ),
          values: Type.Array(Type.String({ examples: ['2026-05-01T00:00:00.000Z/..'] }), {
            description: 'Any of these; a period is an ISO 8601 interval in UTC, with .. where it is open.',
          }),
          label: Type.String({ examples: ['since 1 May 2026'] }),
        },
        closed,
      ),
    ),
  },
  { ...closed, description: 'How the question was read. Filters of the request apply as well.' },
)

export const search = routes({
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
    summary: 'Answer a question from the insights, every sentence with its sources',
    rate: 'heavy',
    description:
      'The answer only states what insights support; numbers in brackets refer to citations, counted from 1. ' +
      'Periods, segments, companies, contacts, plans, sources, tags, countries, categories and NPS groups in the ' +
      'question become filters, which `understood` lists.',
    query: Type.Object({ q: Text('What do customers say about the export?', 500, 2), ...filters }, closed),
    result: Type.Object(
      {
        answer: nullable(
          Type.String({ examples: ['3 insights from 2 contacts speak of it, all negative [1][2][3].'] }),
        ),
        verdict: oneOf('supported', 'partial', 'insufficient'),
        reason: nullable(
          Type.String({
            examples: ['No feedback matches “dark mode”: filters feature requests; since 1 May 2026.'],
            description: 'Why there is no answer.',
          }),
        ),
        citations: Type.Array(Citation),
        groups: Type.Array(AnswerGroup, {
          description:
            'The largest groups of the insights counted, at most five; rest_of_theme are those in none of its ' +
            'subthemes.',
        }),
        understood: Understood,
        insight_count: Count,
        contact_count: Count,
        coverage: CoverageVerdict,
        engine: oneOf('extractive', 'llm'),
        language_model: LanguageModel,
      },
      { ...closed, $id: 'SearchAnswer' },
    ),
  },
})
