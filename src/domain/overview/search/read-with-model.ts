import type { ReadCtx } from '#domain/context.ts'
import { maskForModel } from '#domain/llm-access/mask.ts'
import { ModelSession } from '#domain/llm-access/model-session.ts'
import type { TaskRequest } from '#llm/tasks/task.ts'
import type { Asked, FoundInsights } from './matches.ts'
import { selectFound } from './select-matches.ts'
import { writeAnswerText } from './write-answer.ts'

/** A person waits for the answer. */
const maxWaitMs = 20_000

/** What a language model is used for in an answer. Without its help the answer is that of the search. */
export type ModelReader = {
  /** Undefined: what the search has found stays. */
  select(asked: Asked, found: FoundInsights): Promise<FoundInsights | undefined>
  write(asked: Asked, ids: readonly string[], isSelected: boolean): Promise<object | undefined>
  finish(): Promise<void>
}

/** Undefined where no model is configured, switched on or available. */
export async function openModelReader(ctx: ReadCtx): Promise<ModelReader | undefined> {
  if (!ctx.hasLlm) return undefined
  const { db, org } = ctx
  const { llm } = await ctx.authorize()
  const model = llm && (await ModelSession.open({ db, org, llm, write: (work) => work(db) }, 'answers'))
  if (!model) return undefined
  const until = performance.now() + maxWaitMs
  const ask = async ({ points, ...request }: TaskRequest) => {
    const timeoutMs = Math.floor(until - performance.now())
    if (timeoutMs <= 0) return { status: 'skipped' as const }
    return model.ask({ ...request, count: points.length, timeoutMs })
  }
  const mask = (texts: readonly string[]) => maskForModel(db, org, texts)
  const asking = { ask, contextTokens: llm.contextTokens, model, mask }
  return {
    select: (asked, found) => selectFound(ctx, asking, asked, found),
    write: (asked, ids, isSelected) => writeAnswerText(ctx, asking, asked, { ids, isSelected }),
    finish: () => model.finish(db),
  }
}
