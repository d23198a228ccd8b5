/** A sample delivery, shortened to the fields that are read. */
export const samplePayload: Record<string, unknown> = {
  content: 'The export times out.',
  external_id: '42',
  occurred_at: '2026-05-02T10:00:00Z',
  rating: { value: 2, scale_min: 1, scale_max: 5 },
  contact: { email: 'ana@example.com', name: 'Ana Lima' },
}
