import type { Handlers } from '#domain/operation-handlers.ts'
import type { analysis } from '#contract/resources/analysis.ts'
import { throwApiError } from '#domain/errors.ts'
import { analysisVersionOf, currentModel } from '#domain/findings/analysis/analysis-version.ts'
import { modelLanguages } from '#engine/embed/embedder.ts'
import { countOutdatedInsights, findActiveRerun, isRerunConflict } from './queries.ts'

const throwAlreadyRunning = (): never =>
  throwApiError('CONFLICT', 'The feedback is already being analyzed again; see the running analysis_rerun job.')

export const handlers: Handlers<typeof analysis> = {
  async getAnalysis({ db, org, settings }) {
    const model = await currentModel(settings.embeddings)
    const analysis_version = analysisVersionOf(model)
    return {
      analysis_version,
      languages: [...modelLanguages(model)],
      outdated_insight_count: await countOutdatedInsights(db, org, analysis_version),
    }
  },

  async rerunAnalysis({ db, org, jobs }, { scope }) {
    if (await findActiveRerun(db, org)) throwAlreadyRunning()
    const job_id = await jobs
      .enqueue('analysis_rerun', { scope })
      .catch((error) => (isRerunConflict(error) ? throwAlreadyRunning() : Promise.reject(error)))
    return { job_id, status: 'queued' }
  },
}
