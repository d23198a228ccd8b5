import type { JobRun } from '#domain/context.ts'
import { type Embedder, modelIds } from '#engine/embed/embedder.ts'
import type { Db } from '#store/open.ts'
import { isMostlyEmbeddedBy, listEmbeddingSpaces } from './queries-vectors.ts'
import { queueExceeds } from './queries.ts'

/*
 * Every organization has one active model: its themes and its search use only vectors of that model. The static model
 * is active only after a bulk load; once all vectors are recomputed, the better model is active for good.
 */

type ActiveModel = { model: string; reembeddedAt: string | null }

export async function activeModel(db: Db, org: string, bestModel: string): Promise<ActiveModel> {
  const spaces = await listEmbeddingSpaces(db, org)
  const best = spaces.find(({ model }) => model === bestModel)
  if (best || bestModel === modelIds.static) return { model: bestModel, reembeddedAt: best?.reembedded_at ?? null }
  const isStatic =
    spaces.some(({ model }) => model === modelIds.static) || (await isMostlyEmbeddedBy(db, org, modelIds.static))
  return { model: isStatic ? modelIds.static : bestModel, reembeddedAt: null }
}

/** The embedder of the active model. */
export async function activeEmbedder(run: JobRun): Promise<Embedder> {
  const best = await run.embedder()
  return (await activeModel(run.db, run.org, best.model)).model === best.model ? best : run.embedder('static')
}

/** The embedder for new feedback: the static one while the queue is long. */
export async function embedderForBacklog(run: JobRun): Promise<Embedder> {
  const active = await activeEmbedder(run)
  return active.tier === 'model' && (await queueExceeds(run.db, run.org, run.bulkAnalysisThreshold))
    ? run.embedder('static')
    : active
}
