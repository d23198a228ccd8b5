import { asArray, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, cursorNumber } from '#domain/integrations/definition/answers.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'

/** The API has no time of change, so every pass reads all posts; unchanged ones cost a comparison. */
const posts: PullStream = {
  name: 'posts',
  start: () => ({ skip: 0 }),
  request: (cursor, { credential, pageSize }) => ({
    url: '/api/v1/posts/list',
    method: 'POST',
    body: { apiKey: credential.api_key, sort: 'newest', limit: pageSize, skip: cursorNumber(cursor, 'skip') ?? 0 },
  }),
  page(answer, cursor, { since }) {
    const items = arrayAt(answer, 'posts')
    const isOld = Date.parse(String(nestedValue(items.at(-1), 'created'))) < since.getTime()
    const more = nestedValue(answer.json, 'hasMore') === true && items.length > 0 && !isOld
    return {
      items: items.filter((item) => !(Date.parse(String(nestedValue(item, 'created'))) < since.getTime())),
      next: { skip: more ? (cursorNumber(cursor, 'skip') ?? 0) + items.length : 0 },
      more,
    }
  },
  read: (item, _details, { source }) =>
    recordFrom(
      'feedback',
      {
        external_id: nestedValue(item, 'id'),
        title: nestedValue(item, 'title'),
        content: [nestedValue(item, 'title'), nestedValue(item, 'details')].filter(Boolean).join('\n\n'),
        url: nestedValue(item, 'url'),
        occurred_at: nestedValue(item, 'created'),
        tags: asArray(nestedValue(item, 'tags')).map((tag) => nestedValue(tag, 'name')),
        'contact.email': nestedValue(item, 'author', 'email'),
        'contact.name': nestedValue(item, 'author', 'name'),
        'contact.external_id': nestedValue(item, 'author', 'id'),
        'metadata.votes': nestedValue(item, 'score'),
        'metadata.status': nestedValue(item, 'status'),
        'metadata.board': nestedValue(item, 'board', 'name'),
      },
      source,
    ),
}

export const pull: PullDefinition = {
  baseUrl: () => 'https://canny.io',
  headers: () => ({}),
  // Not documented as a number; answers of 429 are followed.
  limits: { default: { requests: 60, seconds: 60 } },
  pageSize: 100,
  streams: () => [posts],
  notes: simulated('Canny', [
    'The API has no time of change: every sync reads all posts since the start date again. Deleted posts stay here.',
    'Votes are read as a number, not as the people who voted.',
  ]),
}
