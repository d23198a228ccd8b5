import type { ItemResult } from '#domain/sources/feedback/queries-analysis.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobRun } from '#domain/context.ts'
import { analyze, type Finding, type TextToAnalyze } from '#engine/analyze.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { hasNoContent } from '#engine/text/split-statements.ts'
import type { Db } from '#store/open.ts'
import { embedderForBacklog } from './active-model.ts'
import { findNearDuplicates } from './near-duplicates.ts'
import { claimItems, claimRenewalMs, countQueued, listEarlierItems, type QueuedItem, renewClaim } from './queries.ts'
import { scheduleSynthesis } from './schedule-synthesis.ts'
import { type AnalysisResult, storeResults } from './store-results.ts'

/*
 * Analyzes feedback in batches: claim items, compute, write in one transaction. An item that changed in between is
 * analyzed again.
 */

/** Items a batch: one or two seconds of the model, a tenth of a second of the static tier. */
const batchSizes = { model: 200, static: 800 }
/** The first batches are smaller, so that the first results appear soon. */
export const analysisBatchSize = (tier: Embedder['tier'], turn: number) => batchSizes[tier] / Math.max(1, 8 >> turn)
const pollIntervalMs = 200
const maxFindingsBySourceType: Record<string, number> = { interview: 60, call: 60 }
const maxFindings = 8

const toSource = (item: QueuedItem): TextToAnalyze => ({
  content: item.content,
  title: item.title,
  rating: item.rating,
  max: maxFindingsBySourceType[item.source_type] ?? maxFindings,
  hasContent: item.has_content,
})

export async function analyzeFeedback(run: JobRun, { feedback_ids }: { feedback_ids: string[] }) {
  for (let turn = 0; ; turn++) {
    const queued = await countQueued(run.db, run.org, feedback_ids)
    await run.progress({ stage: 'analyzing', done: feedback_ids.length - queued })
    const hadItems = await run.runThrottled(() => analyzeBatch(run, feedback_ids, turn))
    if (!hadItems && queued === 0) break
    // Another job has claimed the rest: wait until it is done.
    if (!hadItems) await sleep(pollIntervalMs)
  }
  return async (db: Db) => scheduleSynthesis(run, db)
}

/** Answers whether there were items to claim. */
async function analyzeBatch(run: JobRun, requestedIds: readonly string[], turn: number): Promise<boolean> {
  run.signal.throwIfAborted()
  const embedder = await embedderForBacklog(run)
  const limit = analysisBatchSize(embedder.tier, turn)
  const items = await run.write((db) => claimItems(db, run.org, { job: run.id, requestedIds, limit }))
  if (items.length === 0) return false
  const duplicates = findNearDuplicates(items, await listEarlierItems(run.db, run.org, run.id, items))
  const results = await withRenewedClaim(run, () => analyzeItems(run, embedder, items, duplicates))
  await run.write((db) => storeResults(run, db, embedder.model, results))
  return true
}

/** Keeps other jobs from the claimed items; if they lapse nevertheless, the first result of an item is kept. */
async function withRenewedClaim<T>({ db, org, id }: JobRun, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renewClaim(db, org, id).catch(() => {}), claimRenewalMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** The first analysis of an item decides whether it is a duplicate; `duplicates` is empty when it is analyzed again. */
export async function analyzeItems(
  run: JobRun,
  { read }: Embedder,
  items: readonly QueuedItem[],
  duplicates: ReadonlyMap<string, string>,
): Promise<AnalysisResult[]> {
  const open = items.filter((item) => !duplicates.has(item.id) && (item.has_content || !hasNoContent(item.content)))
  const found = await analyze(open.map(toSource), read)
  const findingsOf = new Map(open.map((item, n) => [item.id, found[n]!]))
  return items.map((item) => {
    const language = item.language ?? detectLanguage(item.content) ?? null
    const findings = findingsOf.get(item.id) ?? []
    const duplicateOf = duplicates.get(item.id) ?? null
    return { item: { ...item, language }, result: toResult({ ...item, language }, findings, duplicateOf), findings }
  })
}

function toResult(
  { id, version, language }: QueuedItem,
  findings: readonly Finding[],
  duplicateOf: string | null,
): ItemResult {
  const noContent = findings.length === 0 ? 'no_content' : null
  const skip_reason = duplicateOf ? 'duplicate' : noContent
  return {
    id,
    version,
    status: skip_reason ? 'skipped' : 'analyzed',
    skip_reason,
    duplicate_of_id: duplicateOf,
    language,
  }
}
