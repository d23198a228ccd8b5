/** A sample delivery, shortened to the fields that are read. */
export const samplePayload: Record<string, unknown> = {
  action: 'opened',
  repository: { full_name: 'acme/app' },
  issue: {
    number: 1347,
    title: 'Export times out',
    body: 'The export times out above 10,000 rows.',
    html_url: 'https://github.com/acme/app/issues/1347',
    created_at: '2026-05-02T10:00:00Z',
    updated_at: '2026-05-02T10:00:00Z',
    labels: [{ name: 'export' }],
    user: { id: 583231, login: 'octocat' },
  },
}
