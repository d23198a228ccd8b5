import { asArray, code, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type {
  Cursor,
  PullAnswer,
  PullContext,
  PullDefinition,
  PullStream,
} from '#domain/integrations/definition/provider.ts'
import { arrayAt, cursorText } from '#domain/integrations/definition/answers.ts'
import { readCall } from './read-call.ts'

/** A call appears when it has been processed, some hours after it began; calls are listed by when they began. */
const overlapMs = 48 * 3_600_000

const exposedFields = { parties: true }

/** Undefined when no call matches, which Gong answers with 404. */
const callsIn = (answer: PullAnswer) => (answer.status === 404 ? [] : arrayAt(answer, 'calls'))

/** The calls that began between two times; the end is fixed, so that the pages of one pass stay the same. */
const calls: PullStream = {
  name: 'calls',
  start: ({ since, now }) => ({ from: since.toISOString(), to: now.toISOString() }),
  request(cursor, ctx) {
    const { from, to } = passOf(cursor, ctx)
    const page = cursorText(cursor, 'cursor')
    return {
      url: '/v2/calls/extensive',
      method: 'POST',
      body: {
        ...(page !== undefined && { cursor: page }),
        filter: { fromDateTime: from, toDateTime: to },
        contentSelector: { exposedFields },
      },
    }
  },
  page(answer, cursor, ctx) {
    const items = callsIn(answer)
    const { from, to } = passOf(cursor, ctx)
    const next = code(nestedValue(answer.json, 'records', 'cursor'), 2000)
    const total = nestedValue(answer.json, 'records', 'totalRecords')
    if (next !== undefined)
      return { items, next: { from, to, cursor: next }, more: true, ...(typeof total === 'number' && { total }) }
    return { items, next: { from: new Date(Date.parse(to) - overlapMs).toISOString() }, more: false, reachedAt: to }
  },
  details(item) {
    const id = code(nestedValue(item, 'metaData', 'id'))
    return id === undefined
      ? []
      : [{ url: '/v2/calls/transcript', method: 'POST', body: { filter: { callIds: [id] } } }]
  },
  read: (item, [answer], { source }) => {
    const found = answer?.status === 404 ? [] : asArray(nestedValue(answer?.json, 'callTranscripts'))
    return readCall(item, asArray(nestedValue(found[0], 'transcript')), source)
  },
}

/** A position without an end begins a new pass. */
const passOf = (cursor: Cursor, { since, now }: PullContext) => ({
  from: cursorText(cursor, 'from') ?? since.toISOString(),
  to: cursorText(cursor, 'to') ?? now.toISOString(),
})

export const pull: PullDefinition = {
  baseUrl: () => 'https://api.gong.io',
  headers: ({ credential: { access_key = '', access_key_secret = '' } }) => ({
    authorization: `Basic ${Buffer.from(`${access_key}:${access_key_secret}`).toString('base64')}`,
  }),
  // Gong allows 3 a second and 10,000 a day.
  limits: { default: { requests: 2, seconds: 1 } },
  pageSize: 100,
  streams: () => [calls],
  isEmpty: ({ status }) => status === 404,
  notes: [
    'Checked against a local server that follows the documentation, not against Gong itself; the documentation does ' +
      'not say how a period without calls is answered (404 and an empty list are both read).',
    'Gong shows the address of your API on the page where keys are made; set it as base address if it is another one.',
    'A call is read once. Corrections of its transcript and deletions are not followed: the API does not report them.',
    'Calls without a transcript are left out; those that get one within two days are read then.',
  ],
}
