import pLimit from 'p-limit'
import type { LanguageModelTask } from '#contract/resources/language-model.ts'
import { countInvalidAnswer, finishTasks, type TaskKind } from '#domain/llm-tasks/queries.ts'
import { MAX_CONCURRENT_REQUESTS } from '#engine/thresholds/language-model.ts'
import type { Db } from '#store/open.ts'
import type { ReviewSession } from './review-session.ts'

type BatchReview<Item> = {
  kind(batch: readonly Item[]): TaskKind
  task: LanguageModelTask
  request(batch: readonly Item[]): { system: string; prompt: string; schema: object }
  /** Writes the verified part of an answer. */
  apply(db: Db, batch: readonly Item[], answer: object): Promise<void>
}

/** Asks for each batch, a few at a time. What the model did not answer stays open. */
export const reviewBatches = <Item extends { id: string }>(
  session: ReviewSession,
  batches: readonly (readonly Item[])[],
  { kind, task, request, apply }: BatchReview<Item>,
) =>
  pLimit(MAX_CONCURRENT_REQUESTS).map(batches, async (batch) => {
    const { run, model } = session
    const ids = batch.map(({ id }) => id)
    const completion = await model.ask({ ...request(batch), task, count: batch.length })
    if (completion.status === 'answered')
      await run.write(async (db) => {
        await apply(db, batch, completion.answer)
        await finishTasks(db, run.org, kind(batch), ids)
      })
    else if (completion.status === 'invalid') await run.write((db) => countInvalidAnswer(db, run.org, kind(batch), ids))
  })
