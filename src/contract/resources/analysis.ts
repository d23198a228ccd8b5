import Type from 'typebox'
import { Accepted } from './jobs.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { closed, Count, oneOf, withDefault } from '#contract/core/shapes.ts'

export const analysis = defineRoutes({
  getAnalysis: {
    method: 'GET',
    path: '/analysis',
    summary: 'The current version of the analysis and the insights of other versions',
    result: Type.Object(
      {
        analysis_version: Type.String({
          examples: ['6/earshot-small-1'],
          description: 'The version and model that analyze new feedback.',
        }),
        languages: Type.Array(Type.String({ examples: ['en'] }), {
          description:
            'The languages that the model covers, as ISO 639-1 codes. Labels of other languages are unreliable.',
        }),
        outdated_insight_count: {
          ...Count,
          description: 'Insights of another version or model that a re-analysis may change.',
        },
      },
      { ...closed, $id: 'Analysis' },
    ),
  },
  rerunAnalysis: {
    method: 'POST',
    effect: 'overwrites',
    path: '/analysis/rerun',
    summary: 'Analyze existing feedback again, with the current version',
    description:
      'Insights that are found again keep their ids. What a person edited, dismissed, deleted, assigned to a theme ' +
      'or uses as evidence does not change. One re-analysis at a time in an organization.',
    status: 202,
    admin: true,
    rate: 'heavy',
    body: Type.Object(
      {
        scope: withDefault(
          {
            ...oneOf('outdated', 'all'),
            description: 'outdated: only feedback with insights of another version or model.',
          },
          'outdated',
        ),
      },
      closed,
    ),
    result: Accepted,
    errors: ['CONFLICT'],
  },
})
