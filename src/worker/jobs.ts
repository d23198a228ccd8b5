import type { JobPayloads, JobRun } from '#domain/context.ts'
import type { Resource } from '#domain/account/jobs/queries.ts'
import type { Db } from '#store/open.ts'

/** Reads, then thinks with no transaction open, then returns what is to be written: in one transaction, and only while this attempt is the newest. */
export type JobHandler<Payload> = (run: JobRun, payload: Payload) => Promise<(db: Db) => Promise<Resource | void>>

export type JobTable = { [K in keyof JobPayloads]: JobHandler<JobPayloads[K]> }

/** Loaded with the first job of its kind: a worker holds no more than what it does. */
const later =
  <Payload>(load: () => Promise<JobHandler<Payload>>): JobHandler<Payload> =>
  async (run, payload) =>
    (await load())(run, payload)

/** Each kind of background work and who does it; one without the other does not compile. */
export const jobs: JobTable = {
  contact_erasure: later(async () => (await import('#domain/findings/insights/erase-contact.ts')).eraseContact),
  segment_evaluation: later(async () => (await import('#domain/findings/segments/evaluation.ts')).evaluateSegments),
  csv_validation: later(async () => (await import('#domain/imports/csv-uploads/import-job.ts')).validateCsv),
  csv_import: later(async () => (await import('#domain/imports/csv-uploads/import-job.ts')).importCsv),
  csv_rollback: later(async () => (await import('#domain/imports/csv-uploads/rollback-job.ts')).rollBackCsv),
  competitor_research: later(async () => (await import('#domain/competitors/research/job.ts')).runResearch),
  competitor_checkin: later(async () => (await import('#domain/competitors/checkins/job.ts')).runCheckin),
  integration_sync: later(async () => (await import('#domain/integrations/sync.ts')).syncIntegration),
  feedback_analysis: later(
    async () => (await import('#domain/findings/analysis/feedback-analysis.ts')).analyseFeedback,
  ),
  subtheme_synthesis: later(async () => (await import('#domain/findings/synthesis/synthesise.ts')).synthesise),
  vector_refresh: later(async () => (await import('#domain/findings/synthesis/refresh-vectors.ts')).refreshVectors),
  backlog_refresh: later(async () => (await import('#domain/planning/backlog/refresh-backlog.ts')).refreshBacklog),
  theme_backfill: later(async () => (await import('#domain/findings/synthesis/backfill.ts')).backfillTheme),
}

/** What else a kind of work leaves behind when it has failed for good; in the transaction that says so. */
export type Ending = (
  db: Db,
  job: { org: string; id: string },
  failure: { code: string; message: string },
) => Promise<void>
export type Endings = Partial<Record<string, Ending>>

export const endings: Endings = {
  competitor_research: async (...told) => (await import('#domain/competitors/research/job.ts')).failResearch(...told),
  competitor_checkin: async (...told) => (await import('#domain/competitors/checkins/job.ts')).failCheckin(...told),
  feedback_analysis: async (db, job) => (await import('#domain/findings/analysis/items.ts')).failAnalysis(db, job),
}
