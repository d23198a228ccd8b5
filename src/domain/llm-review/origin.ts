import type { EventOrigin } from '#domain/events/feed/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'

/** The cause of what the language model changes. */
export const originOf = ({ id, user }: JobRun): EventOrigin => ({
  operation: 'language_model_review',
  actor: { type: 'system', id },
  user,
  requestId: null,
})
