import type { ModelSession } from '#domain/llm-access/model-session.ts'
import type { Ask } from '#llm/tasks/task.ts'

/** How a language model is asked about a question. `mask`: texts as they are sent. */
export type Asking = {
  ask: Ask
  contextTokens: number
  model: ModelSession
  mask(texts: readonly string[]): Promise<string[]>
}
