import type { JobPayloads, JobRun } from '#domain/context.ts'
import type { Resource } from '#domain/jobs/queries.ts'
import type { Db } from '#store/open.ts'

/**
 * Reads, computes without an open transaction, and returns the function that writes: it runs in one transaction, and
 * only while this attempt is the current one.
 */
export type JobHandler<Payload> = (run: JobRun, payload: Payload) => Promise<(db: Db) => Promise<Resource | void>>

export type JobHandlers = { [K in keyof JobPayloads]: JobHandler<JobPayloads[K]> }

/** Loads a handler's module with the first job of its type, to keep idle workers small. */
const lazy =
  <Payload>(load: () => Promise<JobHandler<Payload>>): JobHandler<Payload> =>
  async (run, payload) =>
    (await load())(run, payload)

/** The handler of each job type; a missing one does not compile. */
export const jobHandlers: JobHandlers = {
  contact_erasure: lazy(async () => (await import('#domain/overview/erasure/jobs.ts')).eraseContact),
  segment_evaluation: lazy(async () => (await import('#domain/findings/segments/jobs.ts')).evaluateSegments),
  csv_validation: lazy(async () => (await import('#domain/imports/csv-uploads/jobs/validate.ts')).validateCsv),
  csv_import: lazy(async () => (await import('#domain/imports/csv-uploads/jobs/import.ts')).importUpload),
  csv_rollback: lazy(async () => (await import('#domain/imports/csv-uploads/jobs/rollback.ts')).rollBackCsv),
  competitor_research: lazy(async () => (await import('#domain/competitors/research/jobs.ts')).runResearch),
  competitor_checkin: lazy(async () => (await import('#domain/competitors/checkins/jobs.ts')).runCheckin),
  integration_sync: lazy(async () => (await import('#domain/integrations/sync/jobs.ts')).syncIntegration),
  integration_removal: lazy(async () => (await import('#domain/integrations/sync/remove-records.ts')).removeRecords),
  feedback_analysis: lazy(async () => (await import('#domain/findings/analysis/jobs.ts')).analyzeFeedback),
  subtheme_synthesis: lazy(async () => (await import('#domain/findings/synthesis/jobs.ts')).synthesizeThemes),
  vector_refresh: lazy(async () => (await import('#domain/findings/synthesis/refresh-vectors.ts')).refreshVectors),
  backlog_refresh: lazy(async () => (await import('#domain/planning/backlog/jobs.ts')).refreshBacklog),
  analysis_rerun: lazy(async () => (await import('#domain/findings/rerun/jobs.ts')).rerunAnalysis),
  language_model_review: lazy(async () => (await import('#domain/llm-review/jobs.ts')).reviewWithLanguageModel),
  language_model_grouping: lazy(
    async () => (await import('#domain/findings/llm-grouping/jobs.ts')).groupWithLanguageModel,
  ),
  theme_backfill: lazy(async () => (await import('#domain/findings/synthesis/backfill-theme.ts')).backfillTheme),
}

/** Extra writes when a job has failed for good, in the transaction that marks it failed. */
type FailureHandler = (
  db: Db,
  job: { org: string; id: string },
  failure: { code: string; message: string },
) => Promise<void>
export type FailureHandlers = Partial<Record<string, FailureHandler>>

export const failureHandlers: FailureHandlers = {
  competitor_research: async (...args) => (await import('#domain/competitors/research/jobs.ts')).failResearch(...args),
  competitor_checkin: async (...args) => (await import('#domain/competitors/checkins/jobs.ts')).failCheckin(...args),
  feedback_analysis: async (db, job) => (await import('#domain/findings/analysis/queries.ts')).failAnalysis(db, job),
}
