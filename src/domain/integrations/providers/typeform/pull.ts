import { listSetting } from '#domain/integrations/config.ts'
import { rejected } from '#domain/integrations/mapping/records.ts'
import { isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, withQuery, cursorText } from '#domain/integrations/definition/answers.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'
import { readTypeform } from './read-webhook.ts'

/** Responses can arrive late by some minutes; this part is read again. */
const overlapMs = 60 * 60_000
const isoSeconds = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '')

/**
 * Responses are sorted newest first; a pass goes back with `before` until `since`, the next one starts at its newest.
 */
const formStream = (form: string): PullStream => ({
  name: form,
  start: ({ since }) => ({ since: isoSeconds(since.getTime()) }),
  request: (cursor, { pageSize }) => ({
    url: withQuery(`/forms/${encodeURIComponent(form)}/responses`, {
      page_size: pageSize,
      since: cursorText(cursor, 'since'),
      before: cursorText(cursor, 'before'),
      response_type: 'completed',
    }),
  }),
  page(answer, cursor, { pageSize }) {
    const items = arrayAt(answer, 'items')
    const total = nestedValue(answer.json, 'total_items')
    const since = cursorText(cursor, 'since') ?? null
    const newest = cursorText(cursor, 'newest') ?? String(nestedValue(items[0], 'submitted_at') ?? '')
    const last = nestedValue(items.at(-1), 'token')
    const more = items.length >= pageSize && typeof last === 'string'
    const nextSince = Number.isNaN(Date.parse(newest)) ? since : isoSeconds(Date.parse(newest) - overlapMs)
    return {
      items,
      next: more ? { since, newest, before: last } : { since: nextSince },
      more,
      total: cursor.before === undefined && typeof total === 'number' ? total : undefined,
    }
  },
  // The same shape as the part `form_response` of a webhook, but without the definition of the form.
  read: (item, _details, { source }) =>
    isObject(item)
      ? readTypeform({ event_type: 'form_response', form_response: item }, source)
      : rejected('form_response', 'the response is not an object'),
})

export const pull: PullDefinition = {
  baseUrl: () => 'https://api.typeform.com',
  headers: ({ credential }) => ({ authorization: `Bearer ${credential.access_token}` }),
  // Two a second for the Responses API.
  limits: { default: { requests: 2, seconds: 1 } },
  pageSize: 200,
  streams: (config) => listSetting(config, 'forms').map(formStream),
  notes: simulated('Typeform', [
    'Responses are never edited in Typeform; those deleted there stay here.',
    'For forms of accounts in the EU, set the API address to https://api.eu.typeform.com.',
  ]),
}
