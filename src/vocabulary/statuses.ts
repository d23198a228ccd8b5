/* The statuses of records that several parts of the code compare. */

export const feedbackStatuses = ['received', 'queued', 'analyzing', 'analyzed', 'skipped', 'failed'] as const
/** Why feedback was not analyzed. */
export const skipReasons = [
  'no_content',
  'duplicate',
  'too_short',
  'not_requested',
  'ignored_source',
  'internal_domain',
  'no_customer_speech',
] as const

export type FeedbackStatus = (typeof feedbackStatuses)[number]

export const jobStatuses = ['queued', 'running', 'ready', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]
export const isFinishedJob = (status: JobStatus) => status !== 'queued' && status !== 'running'

/** The statuses of an initiative that is not archived. */
export const openInitiativeStatuses = ['draft', 'exploring', 'building', 'ready_to_act', 'completed'] as const
export const initiativeStatuses = [...openInitiativeStatuses, 'archived'] as const
export type InitiativeStatus = (typeof initiativeStatuses)[number]
/** Initiatives in progress. */
export const activeInitiativeStatuses = [
  'exploring',
  'building',
  'ready_to_act',
] as const satisfies readonly InitiativeStatus[]

/** The statuses of a Project that is not archived. */
export const openProjectStatuses = ['not_started', 'in_progress', 'completed'] as const
export type OpenProjectStatus = (typeof openProjectStatuses)[number]
export const projectStatuses = [...openProjectStatuses, 'archived'] as const
export type ProjectStatus = (typeof projectStatuses)[number]
