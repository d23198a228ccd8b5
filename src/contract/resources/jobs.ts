import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { createdRange, Time } from '#contract/core/times.ts'
import { jobStatuses } from '#vocabulary/statuses.ts'

export const jobTypes = [
  'feedback_analysis',
  'interview_analysis',
  'survey_synthesis',
  'nps_synthesis',
  'csv_validation',
  'csv_import',
  'csv_rollback',
  'integration_sync',
  'integration_removal',
  'subtheme_synthesis',
  'backlog_refresh',
  'evidence_story',
  'theme_backfill',
  'theme_merge',
  'segment_evaluation',
  'competitor_research',
  'competitor_checkin',
  'contact_erasure',
  'export',
  'vector_refresh',
  'analysis_rerun',
  'language_model_review',
  'language_model_grouping',
] as const
export type JobType = (typeof jobTypes)[number]
export const JobStatus = oneOf(...jobStatuses)

export const Job = Type.Object(
  {
    id: Id,
    type: oneOf(...jobTypes),
    status: JobStatus,
    stage: nullable(Type.String({ examples: ['redacting'] })),
    progress: Type.Object(
      {
        done: Count,
        total: nullable(Count),
        percent: nullable(Type.Integer({ minimum: 0, maximum: 100, examples: [40] })),
      },
      closed,
    ),
    error_code: nullable(Type.String({ examples: ['WORK_FAILED'] })),
    error_message: nullable(Type.String()),
    result: nullable(Type.Object({ resource_type: Type.String({ examples: ['contact'] }), resource_id: Id }, closed)),
    attempts: Count,
    created_by: nullable(UserId),
    created_at: Time,
    started_at: nullable(Time),
    finished_at: nullable(Time),
  },
  { ...closed, $id: 'Job' },
)

/** The response of a request that starts a job. */
export const Accepted = Type.Object({ job_id: Id, status: JobStatus }, { ...closed, $id: 'Accepted' })

export const jobs = defineRoutes({
  listJobs: {
    method: 'GET',
    path: '/jobs',
    summary: 'List background jobs, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        type: Type.Optional(multiValue(oneOf(...jobTypes))),
        status: Type.Optional(multiValue(JobStatus)),
        resource_id: Type.Optional(Id),
        ...createdRange,
      },
      closed,
    ),
    result: page(Job),
  },
  getJob: {
    method: 'GET',
    path: '/jobs/{jobId}',
    summary: 'Read one job, or wait for its end',
    params: pathIds('jobId'),
    query: Type.Object(
      {
        wait: withDefault(
          Type.Integer({
            minimum: 0,
            maximum: 30,
            description: 'Wait until the job has ended, at most this many seconds.',
            examples: [0],
          }),
          0,
        ),
      },
      closed,
    ),
    result: Job,
  },
  cancelJob: {
    method: 'POST',
    effect: 'updates',
    path: '/jobs/{jobId}/cancel',
    summary: 'Cancel a job; nothing of it is written from then on',
    params: pathIds('jobId'),
    result: Job,
    errors: ['INVALID_STATE'],
  },
})
