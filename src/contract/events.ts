/** Everything that can happen and be heard of, in `/events` and by webhook. */
export const eventNames = [
  'feedback.created', 'feedback.updated', 'feedback.analyzed', 'feedback.deleted',
  'insight.created', 'insight.updated', 'insight.deleted', 'insight.merged',
  'theme.created', 'theme.updated', 'theme.merged', 'theme.archived',
  'subtheme.synthesized',
  'opportunity.created', 'opportunity.updated', 'opportunity.rank_changed', 'opportunity.archived',
  'project.created', 'project.updated', 'project.status_changed', 'project.archived', 'project.insights_assigned', 'project.evidence_story_ready',
  'initiative.created', 'initiative.updated', 'initiative.status_changed', 'initiative.archived',
  'contact.created', 'contact.updated', 'contact.merged', 'contact.erased',
  'segment.updated',
  'survey.response_created',
  'nps.response_created', 'nps.score_changed',
  'interview.ready',
  'support.ticket_created', 'support.ticket_updated',
  'csv_upload.completed', 'csv_upload.failed',
  'integration.error',
  'competitor.research_ready', 'competitor.research_failed', 'competitor.checkin_completed', 'competitor.promoted',
  'job.failed',
  'webhook.disabled',
  'alert.triggered',
] as const

export type EventName = (typeof eventNames)[number]
