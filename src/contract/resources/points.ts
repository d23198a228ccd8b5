import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { PageQuery, page } from '#contract/core/pages.ts'
import { closed, Count, nullable, withDefault } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'
import { ChangeSet } from './change-sets.ts'
import { InsightFilters, inTheme } from './insight-filters.ts'
import { groups, OverridePeople, place } from './regrouping-shapes.ts'

/* How an agent reads insights in few tokens, and proposes how to group them. */

const { include: _, sort: __, updated_since: ___, include_deleted: ____, limit: _____, ...filters } = InsightFilters

/** The end of an insight's id. */
export const pointHandleLength = 10
/** Of one line, so that it takes at most 20 tokens of about four bytes. */
export const maxPointBytes = 80

const PointHandle = Type.String({
  pattern: `^([0-9a-f]{${pointHandleLength}}|[0-9a-f-]{36})$`,
  examples: ['6b8a1d0e5f'],
  description: 'The handle of a point, or the id of its insight.',
})
const Summary = Type.Object(
  {
    name: Type.String({ examples: ['Export'] }),
    previous_name: nullable(Type.String({ examples: ['Downloads'], description: 'Null where the name is the same.' })),
    created: Type.Boolean({ description: 'It does not exist yet.' }),
    arriving_insight_count: Count,
    leaving_insight_count: Count,
    insight_count: { ...Count, description: 'Its insights afterwards.' },
  },
  { ...closed, $id: 'ProposedGroup' },
)

export const points = defineRoutes({
  listPoints: {
    method: 'GET',
    path: '/points',
    summary: 'List insights in one short line each, newest first',
    description:
      'For agents that read hundreds of insights: each line is a handle, the sentiment (+, - or ~) and the point. ' +
      'The handle stays the same and is what proposeGrouping takes. One theme, segment, sentiment or period at a ' +
      'time, or what is unsorted.',
    query: Type.Object(
      {
        ...filters,
        ...inTheme,
        limit: withDefault(
          Type.Integer({ minimum: 1, maximum: 300, description: 'How many to return.', examples: [300] }),
          PageQuery.limit.default,
        ),
      },
      closed,
    ),
    result: page(Type.String({ examples: ['6b8a1d0e5f - Large exports fail'] })),
  },
  proposeGrouping: {
    method: 'POST',
    effect: 'adds',
    path: '/points/grouping',
    feature: 'subthemes',
    noChangeSet: true,
    summary: 'Propose to regroup points: themes, subthemes and what belongs to them',
    description:
      'Makes a change set of one regrouping, which a person accepts or rejects as a whole; until then nothing ' +
      'changes. ' +
      'Takes the handles of listPoints or ids of insights. Points that are not mentioned stay where they are, so do ' +
      'themes. Errors name the handles and ids at fault.',
    status: 201,
    bodyLimit: 2 * 1024 * 1024,
    body: Type.Object(
      {
        title: Name('Tidy up the export themes'),
        description: Type.Optional(nullable(Text('Three themes are about the same subject.', 2000))),
        ...groups,
        assignments: Type.Array(
          Type.Object(
            {
              points: Type.Array(PointHandle, { minItems: 1, maxItems: 5000, description: 'What comes there.' }),
              ...place,
            },
            closed,
          ),
          {
            maxItems: 1000,
            description: 'Points by where they come to; at most 5,000 in all, each once.',
            examples: [[]],
          },
        ),
        override_people: OverridePeople,
      },
      closed,
    ),
    result: Type.Object(
      {
        change_set: ChangeSet,
        moved_insight_count: { ...Count, description: 'Insights whose theme or subtheme changes.' },
        unsorted_insight_count: { ...Count, description: 'Insights that come to no theme.' },
        themes: Type.Array(Summary, { description: 'Themes that change.' }),
        subthemes: Type.Array(Summary, { description: 'Subthemes that change.' }),
      },
      { ...closed, $id: 'ProposedGrouping' },
    ),
    errors: ['FEATURE_NOT_AVAILABLE'],
  },
})
