import { listSetting } from '#domain/integrations/config.ts'
import { ignored, type ReadResult } from '#domain/integrations/mapping/records.ts'
import { asArray, isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullFailure, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, withQuery, unixSeconds, cursorText } from '#domain/integrations/definition/answers.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'
import { readMessage } from './read-webhook.ts'

/** Messages are reread for this long, because history does not say when one was edited or answered. */
const rereadDays = 7

const newest = (messages: readonly unknown[], before: string) =>
  messages
    .map((message) => String(nestedValue(message, 'ts') ?? '0'))
    .reduce((a, b) => (Number(b) > Number(a) ? b : a), before)

/** History is sorted newest first; a pass reads down to `oldest` and the next one begins a week before its newest. */
const channelStream = (channel: string): PullStream => ({
  name: channel,
  start: ({ since }) => ({ oldest: String(unixSeconds(since)), newest: '0' }),
  request: (cursor, { pageSize }) => ({
    url: withQuery('/conversations.history', {
      channel,
      oldest: cursorText(cursor, 'oldest'),
      cursor: cursorText(cursor, 'cursor'),
      limit: pageSize,
    }),
  }),
  page(answer, cursor, { since }) {
    const items = arrayAt(answer, 'messages')
    const next = nestedValue(answer.json, 'response_metadata', 'next_cursor')
    const more = typeof next === 'string' && next !== ''
    const oldest = cursorText(cursor, 'oldest') ?? '0'
    const top = newest(items, cursorText(cursor, 'newest') ?? '0')
    const reread = Math.max(unixSeconds(since), Number(top) - rereadDays * 86_400, 0)
    return {
      items,
      next: more
        ? { oldest, newest: top, cursor: next }
        : { oldest: Number(top) === 0 ? oldest : reread.toFixed(6), newest: '0' },
      more,
    }
  },
  details(item) {
    const replies = nestedValue(item, 'reply_count')
    return typeof replies === 'number' && replies > 0
      ? [{ url: withQuery('/conversations.replies', { channel, ts: String(nestedValue(item, 'ts')), limit: 200 }) }]
      : []
  },
  read: (item, [thread]) => readThread(channel, item, asArray(nestedValue(thread?.json, 'messages'))),
})

/** A message with its answers, as single messages of one thread. */
function readThread(channel: string, message: unknown, thread: readonly unknown[]): ReadResult {
  const messages = thread.length > 0 ? thread : [message]
  const results = messages.map((one) =>
    isObject(one) ? readMessage('message', channel, { type: 'message', ...one }) : ignored('message', 'no_message'),
  )
  return {
    type: 'message',
    drafts: results.flatMap((result) => result.drafts),
    skipped: results.find((result) => result.skipped?.isFault)?.skipped ?? results[0]?.skipped ?? null,
  }
}

/** Slack reports most errors with status 200. */
function failure(answer: { status: number; json: unknown }): PullFailure | undefined {
  const error = nestedValue(answer.json, 'error')
  if (nestedValue(answer.json, 'ok') === true || typeof error !== 'string') return undefined
  if (['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'].includes(error))
    return {
      code: 'credential_refused',
      message: `Slack refused the token (${error}).`,
      action: 'Reinstall the app to the workspace and enter its new Bot User OAuth Token.',
    }
  if (['missing_scope', 'not_in_channel'].includes(error))
    return {
      code: 'not_allowed',
      message: `Slack does not let the app read a channel (${error}).`,
      action: 'Invite the app to the channel, and give it the scopes channels:history and groups:history.',
    }
  return {
    code: 'request_refused',
    message: `Slack did not accept a request (${error}).`,
    action: 'Check the ids of the channels.',
  }
}

export const pull: PullDefinition = {
  baseUrl: () => 'https://slack.com/api',
  headers: ({ credential }) => ({ authorization: `Bearer ${credential.bot_token}` }),
  // Tier 3 of an app that is used in its own workspace.
  limits: { default: { requests: 50, seconds: 60 } },
  pageSize: 100,
  streams: (config) => listSetting(config, 'channels').map(channelStream),
  isCursorExpired: ({ json }) => nestedValue(json, 'error') === 'invalid_cursor',
  failure,
  notes: simulated('Slack', [
    'Edits, answers and deletions of the last seven days are followed; older ones only through webhooks.',
    'Apps that are distributed outside the Marketplace may read 15 messages a minute; an app of your own workspace ' +
      'is not limited so.',
  ]),
}
