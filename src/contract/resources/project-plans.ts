import Type from 'typebox'
import { projectFields, projectListQuery, Owner } from './project-shapes.ts'
import { routes } from '#contract/core/route.ts'
import { closed, Count, Day, nullable, page, SentimentBreakdown, Time } from '#contract/core/shapes.ts'

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

export const projectPlans = routes({
  listProjectPlans: {
    audience: 'app',
    method: 'GET',
    path: '/project-plans',
    summary: 'List Projects with their dates, owners and evidence',
    query: projectListQuery,
    result: page(ProjectPlan),
  },
})
