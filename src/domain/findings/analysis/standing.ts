import type { JobRun } from '#domain/context.ts'
import { type Embedder, modelIds } from '#engine/embed/embedder.ts'
import type { Db } from '#store/open.ts'
import { moreWaitThan } from './items.ts'
import { framesOf, mostlyReadBy } from './vectors.ts'

/*
 * An organization stands on one model: its themes are made of, and its search looks at, vectors of that one alone. It stands on the token table only
 * when a load too large for the model came first; as soon as the model has read everything again, it stands on the model for good.
 */

export type Standing = { model: string; vectorsAt: string | null }

export async function standingOf(db: Db, org: string, best: string): Promise<Standing> {
  const frames = await framesOf(db, org)
  const own = frames.find((frame) => frame.model === best)
  if (own || best === modelIds.static) return { model: best, vectorsAt: own?.vectors_at ?? null }
  const onTable =
    frames.some((frame) => frame.model === modelIds.static) || (await mostlyReadBy(db, org, modelIds.static))
  return { model: onTable ? modelIds.static : best, vectorsAt: null }
}

/** What turns texts into vectors that can be compared with those the organization stands on. */
export async function standingEmbedder(run: JobRun): Promise<Embedder> {
  const best = await run.embedder()
  return (await standingOf(run.db, run.org, best.model)).model === best.model ? best : run.embedder('static')
}

/** What new feedback is read with: a long line with the token table first. */
export async function readingEmbedder(run: JobRun): Promise<Embedder> {
  const standing = await standingEmbedder(run)
  return standing.tier === 'model' && (await moreWaitThan(run.db, run.org, run.bulkAbove))
    ? run.embedder('static')
    : standing
}
