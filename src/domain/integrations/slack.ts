import { at, code, isObject, type Json, words } from './clean.ts'
import { misfit, maxContent, passedOver, type Read, taken } from './drafts.ts'

/* Slack: what people write in the chosen channels; a thread is one piece of feedback. */

/** Besides plain messages, those that a person wrote too. */
const written = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Slack's own marks as a reader sees them: names for people and channels, labels for links. */
export const plainText = (text: string): string =>
  text
    .replace(/<([@#!]?)([^|>]*)(?:\|([^>]*))?>/g, (_, mark: string, target: string, label?: string) =>
      mark === '' ? (label ?? target) : `${mark === '#' ? '#' : '@'}${label ?? target}`,
    )
    .replace(/&(amp|lt|gt);/g, (entity) => entities[entity]!)

const stamp = /^(\d{9,11})\.(\d{1,6})$/
const timeOf = (ts: string) =>
  new Date(Number(stamp.exec(ts)![1]) * 1000 + Math.floor(Number(`0.${stamp.exec(ts)![2]}`) * 1000)).toISOString()

export const isHandshake = (payload: unknown): payload is { challenge: string } =>
  at(payload, 'type') === 'url_verification' && typeof at(payload, 'challenge') === 'string'

export function readSlack(payload: Json, config: { channels?: readonly string[]; team_id?: string }): Read {
  const event = payload.event
  if (payload.type !== 'event_callback' || !isObject(event))
    return passedOver(code(payload.type) ?? null, 'event_not_used')
  const type = [event.type, event.subtype].flatMap((part) => code(part, 64) ?? []).join('.')
  if (config.team_id !== undefined && payload.team_id !== config.team_id)
    return passedOver(type, 'other_account', 'The delivery is of another workspace.')
  if (event.type !== 'message') return passedOver(type, 'event_not_used')
  const channel = code(event.channel, 64)
  if (channel === undefined) return misfit(type, 'the message has no channel')
  if (config.channels?.length && !config.channels.includes(channel))
    return passedOver(type, 'channel_not_chosen', channel)
  return readMessage(type, channel, event)
}

function readMessage(type: string, channel: string, event: Json): Read {
  const isEdit = event.subtype === 'message_changed'
  const isRemoval = event.subtype === 'message_deleted'
  const message = isEdit ? event.message : isRemoval ? event.previous_message : event
  if (!isObject(message)) return passedOver(type, 'event_not_used')
  if (!isEdit && !isRemoval && !written.has(event.subtype as string | undefined))
    return passedOver(type, 'event_not_used')
  if (message.bot_id !== undefined || message.subtype === 'bot_message') return passedOver(type, 'bot_message')
  const message_id = code(isRemoval ? (event.deleted_ts ?? message.ts) : message.ts, 32)
  const thread = code(message.thread_ts, 32) ?? message_id
  if (message_id === undefined || thread === undefined || !stamp.test(message_id) || !stamp.test(thread))
    return misfit(type, 'the message has no time stamp')
  const body = isRemoval ? null : words(plainText(words(message.text) ?? ''))
  if (body === undefined) return passedOver(type, 'no_words')
  if ((body?.length ?? 0) > maxContent) return misfit(type, `the text is longer than ${maxContent} characters`)
  return taken(type, {
    type: 'message',
    fields: { thread, channel, message_id, author: code(message.user, 64) ?? null, body, said_at: timeOf(message_id) },
  })
}
