/** A sample delivery, shortened to the fields that are read. */
export const samplePayload: Record<string, unknown> = {
  type: 'zen:event-type:ticket.comment_added',
  account_id: 12514403,
  id: '2b24ef10-19f6-4740-93cf-929988d88e77',
  time: '2026-05-02T10:12:07.672Z',
  subject: 'zen:ticket:5158',
  detail: {
    id: '5158',
    subject: 'Export times out',
    description: 'The export times out.',
    status: 'OPEN',
    priority: 'HIGH',
    requester_id: '8447388090494',
    tags: ['export'],
    created_at: '2026-05-02T09:00:00Z',
    via: { channel: 'web' },
  },
  event: {
    comment: {
      id: '8651',
      body: 'It happens above 10,000 rows.',
      is_public: true,
      author: { id: '8447388090494', is_staff: false, name: 'Ana Lima' },
    },
  },
}
