/** A sample delivery, shortened to the fields that are read. */
export const samplePayload: Record<string, unknown> = {
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
}
