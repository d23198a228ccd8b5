/** A sample delivery, shortened to the fields that are read. */
export const samplePayload: Record<string, unknown> = {
  webhookEvent: 'jira:issue_updated',
  timestamp: 1777716727000,
  issue: { id: '10002', key: 'ENG-142', fields: { summary: 'Background exports', status: { name: 'In Progress' } } },
}
