import { rejected } from '#domain/integrations/mapping/records.ts'
import { isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import {
  advanceByTime,
  arrayAt,
  withQuery,
  cursorNumber,
  unixSeconds,
  cursorText,
} from '#domain/integrations/definition/answers.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'
import { readResponse } from './read-response.ts'

const responses: PullStream = {
  name: 'responses',
  start: ({ since }) => ({ since: since.toISOString(), page: 1 }),
  request: (cursor, { pageSize }) => ({
    url: withQuery('/v1/survey_responses.json', {
      per_page: pageSize,
      page: cursorNumber(cursor, 'page') ?? 1,
      updated_since: unixSeconds(new Date(cursorText(cursor, 'since') ?? 0)),
      order: 'asc:updated_at',
      'expand[]': 'person',
    }),
  }),
  page(answer, cursor, { pageSize }) {
    const items = arrayAt(answer)
    const last = nestedValue(items.at(-1), 'updated_at')
    const reachedAt = typeof last === 'number' ? new Date(last * 1000).toISOString() : undefined
    return { items, ...advanceByTime({ cursor, pageSize, length: items.length, last: reachedAt }), reachedAt }
  },
  read: (item, _details, { source }) =>
    isObject(item) ? readResponse(item, source) : rejected('survey_response', 'the response is not an object'),
}

export const pull: PullDefinition = {
  baseUrl: () => 'https://api.delighted.com',
  headers: ({ credential }) => ({
    authorization: `Basic ${Buffer.from(`${credential.api_key}:`).toString('base64')}`,
  }),
  // Not documented as a number; answers of 429 are followed.
  limits: { default: { requests: 60, seconds: 60 } },
  pageSize: 100,
  streams: () => [responses],
  notes: simulated('Delighted', ['Other surveys than NPS are left out. Deleted responses stay here.']),
}
