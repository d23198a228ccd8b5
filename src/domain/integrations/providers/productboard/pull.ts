import { htmlToText } from '#domain/integrations/mapping/html-to-text.ts'
import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, withQuery, cursorText } from '#domain/integrations/definition/answers.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'

/** Notes that change while the pages are read belong to the next pass, which starts an hour before this one did. */
const overlapMs = 60 * 60_000

const notes: PullStream = {
  name: 'notes',
  start: ({ since }) => ({ from: since.toISOString() }),
  request: (cursor, { pageSize }) => ({
    url: withQuery('/notes', {
      updatedFrom: cursorText(cursor, 'from'),
      pageLimit: pageSize,
      pageCursor: cursorText(cursor, 'page'),
    }),
  }),
  page(answer, cursor, { now }) {
    const page = nestedValue(answer.json, 'pageCursor')
    const total = nestedValue(answer.json, 'totalResults')
    const more = typeof page === 'string' && page !== ''
    const began = cursorText(cursor, 'began') ?? now.toISOString()
    const from = cursorText(cursor, 'from')
    return {
      items: arrayAt(answer, 'data'),
      next: more ? { from, began, page } : { from: new Date(Date.parse(began) - overlapMs).toISOString() },
      more,
      total: cursor.page === undefined && typeof total === 'number' ? total : undefined,
    }
  },
  read(item, _details, { source }) {
    const content = nestedValue(item, 'content')
    return recordFrom(
      'feedback',
      {
        external_id: nestedValue(item, 'id'),
        title: nestedValue(item, 'title'),
        content: typeof content === 'string' && content !== '' ? htmlToText(content) : nestedValue(item, 'title'),
        url: nestedValue(item, 'displayUrl'),
        occurred_at: nestedValue(item, 'createdAt'),
        tags: nestedValue(item, 'tags'),
        'contact.email': nestedValue(item, 'user', 'email'),
        'contact.name': nestedValue(item, 'user', 'name'),
        'contact.external_id': nestedValue(item, 'user', 'id'),
        'metadata.state': nestedValue(item, 'state'),
      },
      source,
    )
  },
}

export const pull: PullDefinition = {
  baseUrl: () => 'https://api.productboard.com',
  headers: ({ credential }) => ({ authorization: `Bearer ${credential.access_token}`, 'x-version': '1' }),
  limits: { default: { requests: 50, seconds: 1 } },
  pageSize: 100,
  streams: () => [notes],
  isCursorExpired: ({ status, text }) => (status === 400 || status === 422) && /cursor/i.test(text),
  notes: simulated('Productboard', ['Features and votes are not read. Deleted notes stay here.']),
}
