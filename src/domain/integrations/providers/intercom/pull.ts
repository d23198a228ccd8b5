import { textSetting } from '#domain/integrations/config.ts'
import { ignored } from '#domain/integrations/mapping/records.ts'
import { code, isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, cursorNumber, unixSeconds, cursorText } from '#domain/integrations/definition/answers.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'
import { readConversation } from './read-webhook.ts'

const hosts: Record<string, string> = { us: 'api.intercom.io', eu: 'api.eu.intercom.io', au: 'api.au.intercom.io' }

/**
 * Conversations by the time of their last change, oldest first. A conversation that changes while the pages are read
 * moves to the end, so the time range has an upper end: what changed after it belongs to the next pass.
 */
const conversations: PullStream = {
  name: 'conversations',
  start: ({ since }) => ({ since: unixSeconds(since) }),
  request(cursor, { pageSize, now }) {
    const until = cursorNumber(cursor, 'until') ?? unixSeconds(now)
    const range = [
      { field: 'updated_at', operator: '>', value: (cursorNumber(cursor, 'since') ?? 0) - 1 },
      { field: 'updated_at', operator: '<', value: until + 1 },
    ]
    const after = cursorText(cursor, 'after')
    return {
      url: '/conversations/search',
      method: 'POST',
      body: {
        query: { operator: 'AND', value: range },
        sort: { field: 'updated_at', order: 'ascending' },
        pagination: { per_page: pageSize, ...(after !== undefined && { starting_after: after }) },
      },
    }
  },
  page(answer, cursor, { now }) {
    const items = arrayAt(answer, 'conversations')
    const since = cursorNumber(cursor, 'since') ?? 0
    const until = cursorNumber(cursor, 'until') ?? unixSeconds(now)
    const after = nestedValue(answer.json, 'pages', 'next', 'starting_after')
    const total = nestedValue(answer.json, 'total_count')
    const last = nestedValue(items.at(-1), 'updated_at')
    const more = typeof after === 'string' && items.length > 0
    return {
      items,
      // The next pass begins at the end of this one; its first second is read twice.
      next: more ? { since, until, after } : { since: until },
      more,
      total: typeof total === 'number' && cursor.after === undefined ? total : undefined,
      reachedAt: typeof last === 'number' ? new Date(last * 1000).toISOString() : undefined,
    }
  },
  details: (item) => {
    const id = code(nestedValue(item, 'id'))
    return id === undefined ? [] : [{ url: `/conversations/${encodeURIComponent(id)}?display_as=plaintext` }]
  },
  read(item, [whole], { source }) {
    if (whole?.status === 404) return ignored('conversation', 'deleted_meanwhile')
    const conversation = whole?.json ?? item
    return isObject(conversation)
      ? readConversation('conversation', conversation, source)
      : ignored('conversation', 'no_conversation')
  },
}

export const pull: PullDefinition = {
  baseUrl: (config) => `https://${hosts[textSetting(config, 'region') ?? 'us'] ?? hosts.us}`,
  headers: ({ credential }) => ({ authorization: `Bearer ${credential.access_token}`, 'intercom-version': '2.13' }),
  // 10,000 a minute in windows of ten seconds; searches are limited to 1,000 a minute, which is kept for all.
  limits: { default: { requests: 166, seconds: 10 } },
  pageSize: 50,
  streams: () => [conversations],
  isCursorExpired: ({ status, text }) => status === 400 && /starting_after|cursor|pagination/i.test(text),
  retryAfterMs({ status, headers }, now) {
    const reset = Number(headers['x-ratelimit-reset'])
    return status === 429 && reset > 0 ? Math.max(1000, reset * 1000 - now) : undefined
  },
  notes: simulated('Intercom', [
    'Conversations that are deleted in Intercom stay here: its API does not report deletions.',
  ]),
}
