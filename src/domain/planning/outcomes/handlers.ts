import type { projectOutcomes } from '#contract/resources/project-outcomes.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { readOutcome } from './read-outcome.ts'

export const handlers: Handlers<typeof projectOutcomes> = {
  getProjectOutcome: ({ db, org, now }, { projectId, date }) => readOutcome({ db, org, now, projectId, date }),
}
