/** A sample delivery, shortened to the fields that are read. */
export const samplePayload: Record<string, unknown> = {
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
}
