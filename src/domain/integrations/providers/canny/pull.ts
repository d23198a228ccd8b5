import { asArray, valueAt } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, numberAt } from '#domain/integrations/definition/answers.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'

/** The API has no time of change, so every pass reads all posts; unchanged ones cost a comparison. */
const posts: PullStream = {
  name: 'posts',
  start: () => ({ skip: 0 }),
  request: (cursor, { credential, pageSize }) => ({
    url: '/api/v1/posts/list',
    method: 'POST',
    body: { apiKey: credential.api_key, sort: 'newest', limit: pageSize, skip: numberAt(cursor, 'skip') ?? 0 },
  }),
  page(answer, cursor, { since }) {
    const items = arrayAt(answer, 'posts')
    const isOld = Date.parse(String(valueAt(items.at(-1), 'created'))) < since.getTime()
    const more = valueAt(answer.json, 'hasMore') === true && items.length > 0 && !isOld
    return {
      items: items.filter((item) => !(Date.parse(String(valueAt(item, 'created'))) < since.getTime())),
      next: { skip: more ? (numberAt(cursor, 'skip') ?? 0) + items.length : 0 },
      more,
    }
  },
  read: (item, _details, { source }) =>
    recordFrom(
      'feedback',
      {
        external_id: valueAt(item, 'id'),
        title: valueAt(item, 'title'),
        content: [valueAt(item, 'title'), valueAt(item, 'details')].filter(Boolean).join('\n\n'),
        url: valueAt(item, 'url'),
        occurred_at: valueAt(item, 'created'),
        tags: asArray(valueAt(item, 'tags')).map((tag) => valueAt(tag, 'name')),
        'contact.email': valueAt(item, 'author', 'email'),
        'contact.name': valueAt(item, 'author', 'name'),
        'contact.external_id': valueAt(item, 'author', 'id'),
        'metadata.votes': valueAt(item, 'score'),
        'metadata.status': valueAt(item, 'status'),
        'metadata.board': valueAt(item, 'board', 'name'),
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
  notes: [
    'Checked against a local server that follows the documentation, not against Canny itself.',
    'The API has no time of change: every sync reads all posts since the start date again. Deleted posts stay here.',
    'Votes are read as a number, not as the people who voted.',
  ],
}
