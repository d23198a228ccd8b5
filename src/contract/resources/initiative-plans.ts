import Type from 'typebox'
import { SegmentRef } from './evidence.ts'
import { initiativeFields, initiativeListQuery } from './initiatives.ts'
import { Owner } from './project-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { SentimentBreakdown } from '#contract/core/labels.ts'
import { page } from '#contract/core/pages.ts'
import { closed, Count } from '#contract/core/shapes.ts'

/** A row of the web app's list and board: the list fields with owner, segments and the progress of the Projects. */
const InitiativePlan = Type.Object(
  {
    ...initiativeFields,
    owner: Owner,
    segments: Type.Array(SegmentRef),
    project_count: { ...Count, description: 'Without archived ones.' },
    completed_project_count: Count,
    sentiment_breakdown: SentimentBreakdown,
  },
  { ...closed, $id: 'InitiativePlan' },
)

export const initiativePlans = defineRoutes({
  listInitiativePlans: {
    audience: 'app',
    method: 'GET',
    path: '/initiative-plans',
    summary: 'List initiatives with their owners, segments and the state of their Projects',
    query: initiativeListQuery,
    result: page(InitiativePlan),
  },
})
