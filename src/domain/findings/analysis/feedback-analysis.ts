import { record } from '#domain/account/events/record.ts'
import type { JobRun } from '#domain/context.ts'
import { analyse, type Finding, type Source } from '#engine/analyse.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { maxAtOnce, rewritePrompt, rewriteSchema, rewriteSystem, rewritten } from '#engine/rewrite.ts'
import { languageOf } from '#engine/text/language.ts'
import { saysNothing } from '#engine/text/statements.ts'
import type { Db } from '#store/open.ts'
import { askForThemes } from './ask-for-themes.ts'
import { doublesOf } from './doubles.ts'
import {
  type Ending,
  endItems,
  hasCredit,
  type Item,
  outstanding,
  takeCredit,
  takeItems,
  writtenBefore,
} from './items.ts'
import { readingEmbedder } from './standing.ts'
import { changeOf, knownOf, type Stored, storeChange, storedOf } from './store-findings.ts'

/* Batch by batch: take items, think, write. A batch is written in one transaction, and what changed meanwhile is left to its next turn. */

/** What the model takes a second or two for, and the token table a tenth of one. A job begins with an eighth of it, so that there is soon something to see and to write. */
const batches = { model: 200, static: 800 }
const batchOf = (tier: Embedder['tier'], turn: number) => batches[tier] / Math.max(1, 8 >> turn)
const lookEveryMs = 200
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const maxFindings: Record<string, number> = { interview: 60, call: 60 }

const sourceOf = (item: Item): Source => ({
  content: item.content,
  title: item.title,
  rating: item.rating,
  max: maxFindings[item.source_type] ?? 8,
})

type Thought = { ending: Ending; item: Item; findings: readonly Finding[] }

export async function analyseFeedback(run: JobRun, { feedback_ids }: { feedback_ids: string[] }) {
  for (let turn = 0; ; turn++) {
    const left = await outstanding(run.db, run.org, feedback_ids)
    await run.progress({ stage: 'analyzing', done: feedback_ids.length - left })
    const work = () => analyseSome(run, feedback_ids, turn)
    // Whoever waits for a language model keeps no processor busy, and should keep nobody else waiting.
    const some = await (run.llm ? work() : run.piece(work))
    if (!some && left === 0) break
    // Another job has them; this one is ready when they are.
    if (!some) await pause(lookEveryMs)
  }
  return async (db: Db) => askForThemes(run, db)
}

/** Whether there were any. */
async function analyseSome(run: JobRun, asked: readonly string[], turn: number): Promise<boolean> {
  run.signal.throwIfAborted()
  const reader = await readingEmbedder(run)
  const items = await run.write((db) => takeItems(db, run.org, run.id, asked, batchOf(reader.tier, turn)))
  if (items.length === 0) return false
  const thoughts = await think(run, reader, items)
  await run.write((db) => write(run, db, reader.model, thoughts))
  return true
}

async function think(run: JobRun, { embed, tier }: Embedder, items: readonly Item[]): Promise<Thought[]> {
  const doubles = doublesOf(items, await writtenBefore(run.db, run.org, run.id, items))
  const open = items.filter((item) => !doubles.has(item.id) && !saysNothing(item.content))
  const found = await improved(run, await analyse(open.map(sourceOf), embed, tier))
  const findings = new Map(open.map((item, n) => [item.id, found[n]!]))
  return items.map((item) => {
    const language = item.language ?? languageOf(item.content) ?? null
    const own = findings.get(item.id) ?? []
    const duplicate_of_id = doubles.get(item.id) ?? null
    const reason = duplicate_of_id ? 'duplicate' : own.length === 0 ? 'too_short' : null
    const ending: Ending = {
      id: item.id,
      version: item.version,
      status: reason ? 'skipped' : 'analyzed',
      skip_reason: reason,
      duplicate_of_id,
      language,
    }
    return { item: { ...item, language }, ending, findings: own }
  })
}

/** With a language model names read better; without one, or when it fails, everything stays as it was found. */
async function improved(run: JobRun, found: readonly Finding[][]): Promise<Finding[][]> {
  const all = found.flat()
  if (!run.llm || all.length === 0 || !(await hasCredit(run.db, run.org))) return [...found]
  const better: Finding[] = []
  let [tokens, answers] = [0, 0]
  for (let at = 0; at < all.length; at += maxAtOnce) {
    const part = all.slice(at, at + maxAtOnce)
    const answer = await run.llm.complete({
      system: rewriteSystem,
      prompt: rewritePrompt(part),
      schema: rewriteSchema,
      signal: run.signal,
    })
    tokens += answer?.tokens ?? 0
    answers += answer ? 1 : 0
    better.push(...(answer ? rewritten(part, answer.answer) : part))
  }
  if (answers > 0) await run.write((db) => takeCredit(db, run.org, answers))
  if (answers > 0)
    run.log.info({ org: run.org, job: run.id, model: run.llm.model, answers, tokens }, 'asked the language model')
  let at = 0
  return found.map((list) => better.slice(at, (at += list.length)))
}

async function write(run: JobRun, db: Db, model: string, thoughts: readonly Thought[]) {
  const { org } = run
  const [same, known] = await Promise.all([
    endItems(
      db,
      org,
      thoughts.map(({ ending }) => ending),
    ),
    knownOf(
      db,
      org,
      thoughts.map(({ item }) => item.id),
    ),
  ])
  const kept = thoughts.filter(({ item }) => same.has(item.id))
  if (kept.length === 0) return
  const change = changeOf(
    known.filter((one) => same.has(one.feedback_id)),
    kept,
  )
  const origin = {
    operation: 'feedback_analysis',
    actor: { type: 'system' as const, id: run.id },
    user: run.user,
    requestId: null,
  }
  await Promise.all([
    storeChange(db, org, model, change),
    db.run(record(org, origin, happeningsOf(kept, change.added.map(storedOf)))),
  ])
}

const happeningsOf = (kept: readonly Thought[], stored: readonly Stored[]) => {
  const found = Map.groupBy(stored, (one) => one.feedback_id)
  return [
    ...kept.map(({ ending }) => ({
      type: 'feedback.analyzed' as const,
      resource: ending.id,
      object: JSON.stringify({
        id: ending.id,
        status: ending.status,
        skip_reason: ending.skip_reason,
        insight_ids: (found.get(ending.id) ?? []).map((one) => one.id),
      }),
    })),
    ...kept
      .filter(({ item }) => item.source_type === 'interview')
      .map(({ item }) => ({
        type: 'interview.ready' as const,
        resource: item.id,
        object: JSON.stringify({ id: item.id, title: item.title }),
      })),
    ...stored.map((insight) => ({
      type: 'insight.created' as const,
      resource: insight.id,
      object: JSON.stringify(insight),
    })),
  ]
}
