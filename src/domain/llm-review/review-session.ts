import type { JobRun } from '#domain/context.ts'
import type { ModelSession } from '#domain/llm-access/model-session.ts'

/** The requests of one job that writes texts. */
export type ReviewSession = { run: JobRun; model: ModelSession }
