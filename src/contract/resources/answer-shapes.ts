import Type from 'typebox'
import { CoverageVerdict } from './coverage-shapes.ts'
import { Id } from '#contract/core/ids.ts'
import { SentimentBreakdown } from '#contract/core/labels.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { LanguageModel } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { openProjectStatuses } from '#vocabulary/statuses.ts'

/* The answer to a question, with what its counts are made of. */

const answerDimensions = ['company', 'contact', 'source', 'country', 'plan', 'tag'] as const

const Citation = Type.Object(
  {
    type: oneOf('insight'),
    id: Id,
    quote: Type.String({ examples: ['The export just spins when I select everything.'] }),
    contact_id: nullable({ ...Id, description: 'Who said it.' }),
    person: nullable(Type.String({ examples: ['Ana Lima'], description: 'The name of who said it.' })),
    company: nullable(Type.String({ examples: ['ACME Corp'], description: 'The company of who said it.' })),
    source: nullable(Type.String({ examples: ['zendesk'], description: 'Where it was said.' })),
    occurred_at: { ...Time, description: 'When it was said.' },
    feedback_id: nullable(Id),
    start: nullable(Type.Integer({ minimum: 0 })),
    end: nullable(Type.Integer({ minimum: 0 })),
  },
  closed,
)

const AnswerGroup = Type.Object(
  {
    type: oneOf('subtheme', 'theme', 'rest_of_theme', 'similar_insights', ...answerDimensions),
    id: nullable(Id),
    name: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
    insight_count: Count,
    contact_count: Count,
    sentiment_breakdown: SentimentBreakdown,
    insight_ids: Type.Array(Id, { description: 'The insights of the group, newest first, at most 100.' }),
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
    by: nullable({
      ...oneOf(...answerDimensions),
      description: 'What the insights are counted by; null where the question names nothing.',
    }),
    forms: Type.Array(oneOf('quotes', 'table'), { description: 'How the answer is to look.' }),
    language: {
      ...oneOf('en', 'de'),
      description: 'The language that the question was read in; the sentences around the quotes are in it.',
    },
    follows_up: Type.Boolean({ description: 'Something of it was said by an earlier question of the conversation.' }),
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

const Comparison = Type.Object(
  {
    label: Type.String({ examples: ['1 Apr 2026 to 30 Jun 2026'], description: 'The period compared with.' }),
    from: nullable({ ...Time, description: 'Its first moment; null where it is open.' }),
    to: nullable({ ...Time, description: 'The moment after its last; null where it is open.' }),
    insight_count: Count,
    contact_count: Count,
    sentiment_breakdown: SentimentBreakdown,
    insight_ids: Type.Array(Id, { description: 'The insights of the period, newest first, at most 500.' }),
  },
  { ...closed, description: 'The same question for the period that it compares with.' },
)

const Table = Type.Object(
  {
    columns: Type.Array(
      oneOf(
        'name',
        'insights',
        'contacts',
        'positive',
        'negative',
        'neutral',
        'quote',
        'person',
        'company',
        'source',
        'date',
      ),
      { description: 'What the cells of each row are, in their order.' },
    ),
    rows: Type.Array(Type.Array(nullable(Type.String({ examples: ['zendesk'] }))), {
      description:
        'A row for each group, or for each of the newest 100 insights where the question asks for no counts.',
    }),
  },
  { ...closed, description: 'The answer as a table.' },
)

export const SearchAnswer = Type.Object(
  {
    answer: nullable(Type.String({ examples: ['3 insights from 2 contacts speak of it, all negative [1][2][3].'] })),
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
        'The largest groups of the insights counted, at most five; rest_of_theme are those in none of its subthemes. ' +
        'Where the question asks to count by something, its values, at most fifty.',
    }),
    insight_ids: Type.Array(Id, {
      description: 'The insights counted, newest first, at most 500: what the counts of the answer are made of.',
    }),
    comparison: nullable(Comparison),
    table: nullable(Table),
    understood: Understood,
    insight_count: Count,
    contact_count: Count,
    coverage: CoverageVerdict,
    engine: oneOf('extractive', 'llm'),
    language_model: LanguageModel,
  },
  { ...closed, $id: 'SearchAnswer' },
)
