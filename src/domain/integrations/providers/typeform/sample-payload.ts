/** A sample delivery, shortened to the fields that are read. */
export const samplePayload: Record<string, unknown> = {
  event_id: 'LtWXD3crgy',
  event_type: 'form_response',
  form_response: {
    form_id: 'lT4Z3j',
    token: 'a3a12ec67a1365927098a606107fac15',
    submitted_at: '2026-05-02T10:12:07Z',
    definition: { id: 'lT4Z3j', fields: [{ id: 'DlXFaesGBpoF', title: 'What should we improve?', type: 'long_text' }] },
    answers: [
      { type: 'text', text: 'The export times out.', field: { id: 'DlXFaesGBpoF', type: 'long_text' } },
      { type: 'email', email: 'ana@example.com', field: { id: 'SMEUb7VJz92Q', type: 'email' } },
    ],
  },
}
