import { textSetting } from '#domain/integrations/config.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, withQuery, unixSeconds, cursorText } from '#domain/integrations/definition/answers.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'
import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { readTicket, type ExportedTicket } from './read-ticket.ts'

/** Tickets changed in the last minute are not exported, and a start time inside it is refused. */
const settledSeconds = 120

const tickets: PullStream = {
  name: 'tickets',
  start: ({ since, now }) => ({ start_time: Math.min(unixSeconds(since), unixSeconds(now) - settledSeconds) }),
  request: (cursor, { pageSize }) => ({
    limit: 'export',
    url: withQuery('/api/v2/incremental/tickets/cursor.json', {
      ...(cursorText(cursor, 'cursor')
        ? { cursor: cursorText(cursor, 'cursor') }
        : { start_time: Number(cursor.start_time) }),
      include: 'users,comment_count',
      per_page: pageSize,
    }),
  }),
  page(answer, cursor) {
    const found = arrayAt(answer, 'tickets')
    const users = new Map(
      (Array.isArray(nestedValue(answer.json, 'users')) ? arrayAt(answer, 'users') : []).map((user) => [
        String(nestedValue(user, 'id')),
        user,
      ]),
    )
    const next = nestedValue(answer.json, 'after_cursor')
    return {
      items: found.map((ticket): ExportedTicket => ({ ticket, users })),
      next: typeof next === 'string' ? { cursor: next } : cursor,
      more: nestedValue(answer.json, 'end_of_stream') !== true && typeof next === 'string',
      reachedAt: String(nestedValue(found.at(-1), 'updated_at') ?? '') || undefined,
    }
  },
  // The first comment is the description.
  details(item) {
    const { ticket } = item as ExportedTicket
    const isDeleted = nestedValue(ticket, 'status') === 'deleted'
    const count = nestedValue(ticket, 'comment_count')
    return isDeleted || (typeof count === 'number' && count <= 1)
      ? []
      : [{ url: `/api/v2/tickets/${Number(nestedValue(ticket, 'id'))}/comments.json?per_page=100` }]
  },
  read: (item, [comments], { source, baseUrl }) =>
    readTicket(item as ExportedTicket, comments?.json, { source, baseUrl }),
}

export const pull: PullDefinition = {
  baseUrl: (config) => `https://${textSetting(config, 'subdomain') ?? ''}.zendesk.com`,
  headers: ({ credential: { email, api_token } }) => ({
    authorization: `Basic ${Buffer.from(`${email}/token:${api_token}`).toString('base64')}`,
  }),
  // The export has a limit of its own; the other is the one of the smallest plan.
  limits: { default: { requests: 200, seconds: 60 }, export: { requests: 10, seconds: 60 } },
  pageSize: 200,
  streams: () => [tickets],
  isCursorExpired: ({ status, text }) => (status === 400 || status === 422) && /cursor/i.test(text),
  notes: simulated('Zendesk', [
    'Tickets appear a minute after their last change: Zendesk exports them only then.',
    'Only the first 100 comments of a ticket are read.',
  ]),
}
