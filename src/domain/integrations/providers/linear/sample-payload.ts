/** A sample delivery, shortened to the fields that are read. */
export const samplePayload: Record<string, unknown> = {
  type: 'Issue',
  action: 'update',
  webhookTimestamp: 1777716727000,
  url: 'https://linear.app/acme/issue/ENG-142',
  data: {
    id: '2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9',
    identifier: 'ENG-142',
    title: 'Background exports',
    state: { name: 'In Progress', type: 'started' },
    url: 'https://linear.app/acme/issue/ENG-142',
  },
}
