import type { Provider } from '#domain/integrations/inbound/verify-signature.ts'

/** A sample delivery of each provider, shortened to the fields that are read. */
export const samples: Record<Provider, Record<string, unknown>> = {
  zendesk: {
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
  },
  intercom: {
    type: 'notification_event',
    topic: 'conversation.user.created',
    id: 'notif_3ac27816',
    app_id: 'a86dr8yl',
    created_at: 1777716727,
    data: {
      type: 'notification_event_data',
      item: {
        type: 'conversation',
        id: '21321941764',
        created_at: 1777716720,
        state: 'open',
        source: {
          id: '2132',
          type: 'conversation',
          body: '<p>The export times out.</p>',
          author: { type: 'user', id: '5c94', name: 'Ana Lima', email: 'ana@example.com' },
        },
        conversation_parts: { conversation_parts: [] },
      },
    },
  },
  slack: {
    type: 'event_callback',
    event_id: 'Ev0PV52K25',
    event_time: 1777716727,
    team_id: 'T0001',
    event: {
      type: 'message',
      channel: 'C024BE91L',
      user: 'U2147483697',
      text: 'The export times out for our largest customer.',
      ts: '1777716727.000200',
    },
  },
  linear: {
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
  },
  jira: {
    webhookEvent: 'jira:issue_updated',
    timestamp: 1777716727000,
    issue: { id: '10002', key: 'ENG-142', fields: { summary: 'Background exports', status: { name: 'In Progress' } } },
  },
  generic: {
    content: 'The export times out.',
    external_id: '42',
    occurred_at: '2026-05-02T10:00:00Z',
    rating: { value: 2, scale_min: 1, scale_max: 5 },
    contact: { email: 'ana@example.com', name: 'Ana Lima' },
  },
}
