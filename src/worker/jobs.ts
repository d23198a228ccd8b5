import type { JobPayloads, JobRun } from '#domain/context.ts'
import type { Resource } from '#domain/account/jobs/queries.ts'
import { failCheckin, runCheckin } from '#domain/competitors/checkins/job.ts'
import { failResearch, runResearch } from '#domain/competitors/research/job.ts'
import { importCsv, validateCsv } from '#domain/imports/csv-uploads/import-job.ts'
import { rollBackCsv } from '#domain/imports/csv-uploads/rollback-job.ts'
import { syncIntegration } from '#domain/integrations/sync.ts'
import { analyseFeedback } from '#domain/findings/analysis/feedback-analysis.ts'
import { failAnalysis } from '#domain/findings/analysis/items.ts'
import { eraseContact } from '#domain/findings/insights/erase-contact.ts'
import { backfillTheme } from '#domain/findings/synthesis/backfill.ts'
import { refreshVectors } from '#domain/findings/synthesis/refresh-vectors.ts'
import { synthesise } from '#domain/findings/synthesis/synthesise.ts'
import { refreshBacklog } from '#domain/planning/backlog/refresh-backlog.ts'
import { evaluateSegments } from '#domain/findings/segments/evaluation.ts'
import type { Db } from '#store/open.ts'

/** Reads, then thinks with no transaction open, then returns what is to be written: in one transaction, and only while this attempt is the newest. */
export type JobHandler<Payload> = (run: JobRun, payload: Payload) => Promise<(db: Db) => Promise<Resource | void>>

export type JobTable = { [K in keyof JobPayloads]: JobHandler<JobPayloads[K]> }

/** Each kind of background work and who does it; one without the other does not compile. */
export const jobs: JobTable = {
  contact_erasure: eraseContact,
  segment_evaluation: evaluateSegments,
  csv_validation: validateCsv,
  csv_import: importCsv,
  csv_rollback: rollBackCsv,
  competitor_research: runResearch,
  competitor_checkin: runCheckin,
  integration_sync: syncIntegration,
  feedback_analysis: analyseFeedback,
  subtheme_synthesis: synthesise,
  vector_refresh: refreshVectors,
  backlog_refresh: refreshBacklog,
  theme_backfill: backfillTheme,
}

/** What else a kind of work leaves behind when it has failed for good; in the transaction that says so. */
export type Ending = (db: Db, job: { org: string; id: string }, failure: { code: string; message: string }) => Promise<void>
export type Endings = Partial<Record<string, Ending>>

export const endings: Endings = {
  competitor_research: failResearch,
  competitor_checkin: failCheckin,
  feedback_analysis: failAnalysis,
}
