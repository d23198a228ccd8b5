import Type from 'typebox'
import { projectFields, projectListQuery, Owner } from './project-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { SentimentBreakdown } from '#contract/core/labels.ts'
import { page } from '#contract/core/pages.ts'
import { closed, Count, nullable } from '#contract/core/shapes.ts'
import { Day, Time } from '#contract/core/times.ts'

/** A row of the web app's list, board and timeline: the list fields with owner, dates and evidence. */
const ProjectPlan = Type.Object(
  {
    ...projectFields,
    owner: Owner,
    start_date: nullable(Day),
    target_date: nullable(Day),
    started_at: nullable(Time),
    completed_at: nullable(Time),
    evidence_count: Count,
    sentiment_breakdown: SentimentBreakdown,
  },
  { ...closed, $id: 'ProjectPlan' },
)

export const projectPlans = defineRoutes({
  listProjectPlans: {
    audience: 'app',
    method: 'GET',
    path: '/project-plans',
    summary: 'List Projects with their dates, owners and evidence',
    query: projectListQuery,
    result: page(ProjectPlan),
  },
})
