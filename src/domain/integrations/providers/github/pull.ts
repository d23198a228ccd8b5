import { listSetting, textSetting } from '#domain/integrations/config.ts'
import { rejected } from '#domain/integrations/mapping/records.ts'
import { isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullAnswer, PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { advanceByTime, arrayAt, withQuery, cursorNumber, cursorText } from '#domain/integrations/definition/answers.ts'
import { passPage, startPass } from '#domain/integrations/definition/newest-first.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'
import { readItem } from './read-item.ts'

const issues = (repository: string): PullStream => ({
  name: `issues ${repository}`,
  start: ({ since }) => ({ since: since.toISOString(), page: 1 }),
  request: (cursor, { pageSize }) => ({
    url: withQuery(`/repos/${repository}/issues`, {
      state: 'all',
      sort: 'updated',
      direction: 'asc',
      since: cursorText(cursor, 'since'),
      per_page: pageSize,
      page: cursorNumber(cursor, 'page') ?? 1,
    }),
  }),
  page(answer, cursor, { pageSize }) {
    const items = arrayAt(answer)
    const last = nestedValue(items.at(-1), 'updated_at')
    const reachedAt = typeof last === 'string' ? last : undefined
    return { items, ...advanceByTime({ cursor, pageSize, length: items.length, last: reachedAt }), reachedAt }
  },
  read: (item, _details, { source }) =>
    isObject(item) ? readItem(repository, item, source) : rejected('issue', 'the issue is not an object'),
})

const query = `query($owner: String!, $name: String!, $size: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    discussions(first: $size, after: $after, orderBy: {field: UPDATED_AT, direction: DESC}) {
      pageInfo { hasNextPage endCursor }
      nodes { number title body url createdAt updatedAt author { login } labels(first: 20) { nodes { name } } }
    }
  }
}`

/** Only the GraphQL API has discussions, and it cannot filter them by time. */
const discussions = (repository: string): PullStream => ({
  name: `discussions ${repository}`,
  start: ({ since }) => startPass(since),
  request(cursor, { pageSize }) {
    const [owner, name] = repository.split('/')
    return {
      url: '/graphql',
      method: 'POST',
      body: { query, variables: { owner, name, size: pageSize, after: cursorText(cursor, 'after') ?? null } },
    }
  },
  page(answer, cursor) {
    const path = ['data', 'repository', 'discussions']
    const { hasNextPage, endCursor } = (nestedValue(answer.json, ...path, 'pageInfo') ?? {}) as Record<string, unknown>
    return passPage(cursor, {
      items: arrayAt(answer, ...path, 'nodes'),
      timeOf: (item) => String(nestedValue(item, 'updatedAt')),
      after: hasNextPage === true && typeof endCursor === 'string' ? { after: endCursor } : undefined,
    })
  },
  read: (item, _details, { source }) =>
    isObject(item) ? readItem(repository, item, source) : rejected('discussion', 'the discussion is not an object'),
})

/** Rate limits are answered with 403 or 429; the headers say until when. */
function retryAfterMs({ status, headers }: PullAnswer, now: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const after = Number(headers['retry-after'])
  if (after > 0) return after * 1000
  const reset = Number(headers['x-ratelimit-reset'])
  return headers['x-ratelimit-remaining'] === '0' && reset > 0 ? Math.max(1000, reset * 1000 - now) : undefined
}

export const pull: PullDefinition = {
  baseUrl: () => 'https://api.github.com',
  headers: ({ credential }) => ({
    authorization: `Bearer ${credential.token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }),
  limits: { default: { requests: 5000, seconds: 3600 } },
  pageSize: 100,
  streams: (config) =>
    listSetting(config, 'repositories').flatMap((repository) => [
      issues(repository),
      ...(textSetting(config, 'discussions') === 'yes' ? [discussions(repository)] : []),
    ]),
  isCursorExpired: ({ status, text }) => status < 500 && /"errors"/.test(text) && /cursor/i.test(text),
  retryAfterMs,
  notes: simulated('GitHub', [
    'Comments are not read. Deleted issues are followed through the webhook only.',
    'For GitHub Enterprise, set the API address to https://HOST/api/v3; discussions are then not available.',
  ]),
}
