import { listSetting } from '#domain/integrations/config.ts'
import { ignored } from '#domain/integrations/mapping/records.ts'
import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, withQuery, cursorText } from '#domain/integrations/definition/answers.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'

/** Ids contain the time since this moment, in milliseconds, above 22 other bits. */
const epochMs = 1_420_070_400_000n
const snowflakeAt = (date: Date) => {
  const ms = BigInt(date.getTime()) - epochMs
  return (ms > 0n ? ms << 22n : 0n).toString()
}
const newest = (items: readonly unknown[], before: string) =>
  items
    .map((item) => String(nestedValue(item, 'id')))
    .filter((id) => /^\d{1,20}$/.test(id))
    .reduce((a, b) => (BigInt(b) > BigInt(a) ? b : a), before)

const channelStream = (channel: string): PullStream => ({
  name: channel,
  start: ({ since }) => ({ after: snowflakeAt(since) }),
  request: (cursor, { pageSize }) => ({
    url: withQuery(`/channels/${encodeURIComponent(channel)}/messages`, {
      limit: pageSize,
      after: cursorText(cursor, 'after') ?? '0',
    }),
  }),
  page(answer, cursor, { pageSize }) {
    const items = arrayAt(answer)
    return { items, next: { after: newest(items, cursorText(cursor, 'after') ?? '0') }, more: items.length >= pageSize }
  },
  read(item, _details, { source }) {
    if (nestedValue(item, 'author', 'bot') === true) return ignored('message', 'bot_message')
    return recordFrom(
      'feedback',
      {
        external_id: nestedValue(item, 'id'),
        content: nestedValue(item, 'content'),
        occurred_at: nestedValue(item, 'timestamp'),
        'contact.external_id': nestedValue(item, 'author', 'id'),
        'contact.name': nestedValue(item, 'author', 'global_name') ?? nestedValue(item, 'author', 'username'),
        'metadata.channel': channel,
      },
      source,
    )
  },
})

export const pull: PullDefinition = {
  baseUrl: () => 'https://discord.com/api/v10',
  headers: ({ credential }) => ({ authorization: `Bot ${credential.bot_token}` }),
  // One a second stays below the limits of single routes, which Discord only tells in headers.
  limits: { default: { requests: 1, seconds: 1 } },
  pageSize: 100,
  streams: (config) => listSetting(config, 'channels').map(channelStream),
  notes: simulated('Discord', [
    'Messages are read once: later edits and deletions, and threads below a channel, are not followed.',
  ]),
}
