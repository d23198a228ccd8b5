import { nestedValue, code, isObject, type JsonObject, cleanText } from '#domain/integrations/mapping/sanitize.ts'
import { rejected, maxContent, ignored, type ReadResult, accepted } from '#domain/integrations/mapping/records.ts'

/* Slack: messages of the chosen channels; a thread is one feedback item. */

/** Message subtypes that a person wrote. */
const userSubtypes = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Slack's markup as plain text: names of people and channels, labels of links. */
export const slackPlainText = (text: string): string =>
  text
    .replace(/<([@#!]?)([^|<>]*)(?:\|([^<>]*))?>/g, (_, mark: string, target: string, label?: string) =>
      mark === '' ? (label ?? target) : `${mark === '#' ? '#' : '@'}${label ?? target}`,
    )
    .replace(/&(amp|lt|gt);/g, (entity) => entities[entity]!)

const timestampPattern = /^(\d{9,11})\.(\d{1,6})$/
const timeOf = (ts: string) =>
  new Date(
    Number(timestampPattern.exec(ts)![1]) * 1000 + Math.floor(Number(`0.${timestampPattern.exec(ts)![2]}`) * 1000),
  ).toISOString()

export const isUrlVerification = (payload: unknown): payload is { challenge: string } =>
  nestedValue(payload, 'type') === 'url_verification' && typeof nestedValue(payload, 'challenge') === 'string'

export function readSlack(payload: JsonObject, config: { channels?: readonly string[]; team_id?: string }): ReadResult {
  const event = payload.event
  if (payload.type !== 'event_callback' || !isObject(event))
    return ignored(code(payload.type) ?? null, 'event_not_used')
  const type = [event.type, event.subtype].flatMap((part) => code(part, 64) ?? []).join('.')
  if (config.team_id !== undefined && payload.team_id !== config.team_id)
    return ignored(type, 'other_account', 'The delivery is of another workspace.')
  if (event.type !== 'message') return ignored(type, 'event_not_used')
  const channel = code(event.channel, 64)
  if (channel === undefined) return rejected(type, 'the message has no channel')
  if (config.channels?.length && !config.channels.includes(channel)) return ignored(type, 'channel_not_chosen', channel)
  return readMessage(type, channel, event)
}

function messageOf(event: JsonObject): unknown {
  if (event.subtype === 'message_changed') return event.message
  return event.subtype === 'message_deleted' ? event.previous_message : event
}

export function readMessage(type: string, channel: string, event: JsonObject): ReadResult {
  const isEdit = event.subtype === 'message_changed'
  const isRemoval = event.subtype === 'message_deleted'
  const message = messageOf(event)
  if (!isObject(message)) return ignored(type, 'event_not_used')
  if (!isEdit && !isRemoval && !userSubtypes.has(event.subtype as string | undefined))
    return ignored(type, 'event_not_used')
  if (message.bot_id !== undefined || message.subtype === 'bot_message') return ignored(type, 'bot_message')
  const message_id = code(isRemoval ? (event.deleted_ts ?? message.ts) : message.ts, 32)
  const thread = code(message.thread_ts, 32) ?? message_id
  if (
    message_id === undefined ||
    thread === undefined ||
    !timestampPattern.test(message_id) ||
    !timestampPattern.test(thread)
  )
    return rejected(type, 'the message has no time stamp')
  const body = isRemoval ? null : cleanText(slackPlainText(cleanText(message.text) ?? ''))
  if (body === undefined) return ignored(type, 'no_words')
  if ((body?.length ?? 0) > maxContent) return rejected(type, `the text is longer than ${maxContent} characters`)
  return accepted(type, {
    type: 'message',
    fields: { thread, channel, message_id, author: code(message.user, 64) ?? null, body, sent_at: timeOf(message_id) },
  })
}
