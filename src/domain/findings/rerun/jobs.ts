import { updatePayload } from '#domain/jobs/queries-attempts.ts'
import type { AnalysisRerunPayload, JobRun } from '#domain/context.ts'
import { analysisVersionOf } from '#domain/findings/analysis/analysis-version.ts'
import { analyzeItems, analysisBatchSize } from '#domain/findings/analysis/jobs.ts'
import type { QueuedItem } from '#domain/findings/analysis/queries.ts'
import { scheduleSynthesis } from '#domain/findings/analysis/schedule-synthesis.ts'
import { storeRerunResults } from '#domain/findings/analysis/store-results.ts'
import { markReembedded } from '#domain/findings/synthesis/queries-model-switch.ts'
import { moveVectorsTo } from '#domain/findings/synthesis/refresh-vectors.ts'
import { finishRerunItems } from '#domain/sources/feedback/queries-analysis.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import type { Db } from '#store/open.ts'
import { releaseFromCatchAll } from './queries-catch-all.ts'
import { listSelectedIds, listSelectedItems, measureSelection, type Selection } from './queries.ts'

/*
 * Analyzes existing feedback again. First all vectors move to the current model, so that new insights join the
 * existing subthemes; then the feedback is analyzed in the order of ids, in batches. The position is stored with each
 * batch, so that a later attempt continues there. At last the catch-all theme is emptied: its insights are assigned
 * anew.
 */

type Position = NonNullable<AnalysisRerunPayload['position']>
const firstId = '00000000-0000-0000-0000-000000000000'

export async function rerunAnalysis(run: JobRun, { scope, position }: AnalysisRerunPayload) {
  const embedder = await run.embedder()
  await moveVectorsTo(run, embedder)
  const selection = { scope, version: analysisVersionOf(embedder.model) }
  await analyzeFrom(run, embedder, selection, position ?? (await startOf(run, selection)))
  while (await run.write((db) => releaseFromCatchAll(db, run.org))) run.signal.throwIfAborted()
  return async (db: Db) => {
    await markReembedded(db, run.org, embedder.model)
    await scheduleSynthesis(run, db)
  }
}

/** Feedback that arrives later is analyzed by its own job. */
async function startOf(run: JobRun, selection: Selection): Promise<Position> {
  const { total, until } = await measureSelection(run.db, run.org, selection)
  const position = { until: until ?? firstId, after: null, done: 0 }
  await run.write((db) => updatePayload(db, run.org, run.id, { position }))
  await run.progress({ stage: 'analyzing', done: 0, total })
  return position
}

async function analyzeFrom(run: JobRun, embedder: Embedder, selection: Selection, start: Position) {
  let position = start
  for (let turn = 0; ; turn++) {
    run.signal.throwIfAborted()
    await run.progress({ stage: 'analyzing', done: position.done })
    const batch = { ...position, limit: analysisBatchSize(embedder.tier, turn) }
    const work = () => analyzeBatch(run, embedder, selection, batch)
    // A job that waits for a language model uses no CPU, so it is not throttled.
    const next = await (run.llm ? work() : run.runThrottled(work))
    if (!next) break
    position = next
  }
}

/** Answers where to continue; undefined at the end. */
async function analyzeBatch(
  run: JobRun,
  embedder: Embedder,
  selection: Selection,
  { limit, ...from }: Position & { limit: number },
): Promise<Position | undefined> {
  const ids = await listSelectedIds(run.db, run.org, selection, { ...from, limit })
  if (ids.length === 0) return undefined
  const items = await listSelectedItems(run.db, run.org, selection, ids)
  const results = await analyzeItems(run, embedder, items, noDuplicates)
  const position = { ...from, after: ids.at(-1)!, done: from.done + ids.length }
  await run.write(async (db) => {
    const unchanged = await finishRerunItems(
      db,
      run.org,
      results.map(({ result }) => result),
    )
    const stored = results.filter(({ item }) => unchanged.has(item.id))
    if (stored.length > 0) await storeRerunResults(run, db, embedder.model, stored)
    await updatePayload(db, run.org, run.id, { position })
  })
  return position
}

const noDuplicates: ReadonlyMap<QueuedItem['id'], string> = new Map()
