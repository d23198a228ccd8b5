import { envelopeOf, eventIdOf, messageOf } from '#domain/account/events/envelope.ts'
import { tell } from '#domain/account/events/record.ts'
import { webhookLetter } from '#domain/account/mail/letters.ts'
import { adminAddresses, type Letters } from '#domain/account/mail/outbox.ts'
import { type Outbound } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import type { Db, Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import {
  addDeliveries,
  type Claim,
  disable,
  eventOf,
  holdHook,
  type Hook,
  moveOn,
  newsAfter,
  noteFailure,
  noteOutcome,
  noteSuccess,
  type Outcome,
  targetOf,
} from './dispatch-queries.ts'
import { pauseAfter, reasonToDisable, signaturesOf, wants } from './rules.ts'
import { opened } from './secrets.ts'

const atOnce = 500

/** Notes for one webhook what it is to be told of; true when there may be more. Position and deliveries move together, so nothing is told twice or left out. */
export const fanOut = (store: Store, hook: Hook): Promise<boolean> =>
  store.transaction(async (db) => {
    const held = await holdHook(db, hook)
    if (!held) return false
    const news = await newsAfter(db, hook.org_id, held, atOnce)
    const wanted = news.filter((one) => wants(held.events, held.filter, one))
    if (wanted.length) await addDeliveries(db, hook, wanted)
    if (news.length) await moveOn(db, hook, news.at(-1)!)
    return news.length === atOnce
  })

type Told = Outcome & { retryAfter?: number; final?: true }
const unsent = (error: string): Told => ({
  delivered: false,
  status: null,
  error,
  excerpt: null,
  duration_ms: 0,
  final: true,
})

const timeoutMs = 10_000
const maxResponseBytes = 64 * 1024
const excerptLength = 1000

/** What it takes to send. */
export type Post = { store: Store; outbound: Outbound; vault: Vault; letters?: WebhookLetters }
/** Where letters can be sent, and the page that they lead to. */
export type WebhookLetters = { write: Letters; url: string }

/** Sends one claimed delivery and notes how it went. */
export async function deliver({ store, outbound, vault, letters }: Post, hook: Hook, claim: Claim): Promise<Outcome> {
  const found = await targetOf(store, hook)
  const target = found && { url: found.url, secrets: opened(vault, hook.org_id, hook.id, found.secrets) }
  const body = claim.payload
    ? JSON.stringify(claim.payload)
    : await eventOf(store, hook.org_id, claim.event_id).then((event) => event && messageOf(envelopeOf(event)))
  const outcome: Told =
    !target || body === undefined
      ? unsent('GONE: There is nothing left to send.')
      : target.secrets.length === 0
        ? unsent('UNSIGNED: The signing secret cannot be opened, for SECRET_KEY has changed; rotate it.')
        : await send(outbound, target, eventIdOf(claim.event_id), body)
  await store.transaction((db) => noteWell(db, hook, claim, outcome, letters))
  return outcome
}

async function noteWell(db: Db, hook: Hook, claim: Claim, outcome: Told, letters: WebhookLetters | undefined) {
  const pause = outcome.final || outcome.status === 410 ? undefined : pauseAfter(claim.attempts, outcome.retryAfter)
  if ((await noteOutcome(db, hook.org_id, claim, outcome, pause)) === 0) return
  if (outcome.delivered) return void (await noteSuccess(db, hook))
  const health = await noteFailure(db, hook)
  const reason = health?.status === 'active' ? reasonToDisable(health, outcome.status, new Date()) : undefined
  if (reason === undefined || (await disable(db, hook, reason)) === 0) return
  await tell(db, hook.org_id, { id: hook.id, type: 'webhook_delivery', user: null }, 'webhook.disabled', {
    id: hook.id,
    url: health!.url,
    status: 'disabled',
    disabled_reason: reason,
  })
  for (const admin of letters ? await adminAddresses(db, hook.org_id) : [])
    await letters!.write(db, hook.org_id, webhookLetter(admin, { target: health!.url, reason, url: letters!.url }))
}

async function send(
  outbound: Outbound,
  { url, secrets }: { url: string; secrets: string[] },
  id: string,
  body: string,
): Promise<Outcome & { retryAfter?: number }> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signaturesOf(secrets, id, timestamp, body),
  }
  try {
    const answer = await outbound.post({
      url,
      body,
      headers,
      limits: { bytes: maxResponseBytes, ms: timeoutMs, redirects: 0 },
      overflow: 'cut',
    })
    const delivered = answer.status >= 200 && answer.status < 300
    const retryAfter = /^\d{1,6}$/.exec(answer.headers['retry-after'] ?? '')
    return {
      delivered,
      status: answer.status,
      error: delivered ? null : `the receiver answered ${answer.status}`,
      excerpt: textOf(answer.body),
      duration_ms: took(),
      ...(!delivered && retryAfter && { retryAfter: Number(retryAfter[0]) }),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      delivered: false,
      status: null,
      error: `${error.code}: ${error.message}`,
      excerpt: null,
      duration_ms: took(),
    }
  }
}

/** What a receiver says is shown to people: as text, without what PostgreSQL or a terminal could stumble over. */
const textOf = (body: Buffer) =>
  body
    .toString('utf8')
    .slice(0, excerptLength)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\uD800-\uDBFF]$/g, '')
