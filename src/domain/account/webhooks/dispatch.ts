import { envelopeOf, eventIdOf, webhookBody } from '#domain/account/events/envelope.ts'
import { recordJobEvent } from '#domain/account/events/queries-insert.ts'
import { findEvent } from '#domain/account/events/queries.ts'
import { webhookDisabledEmail } from '#domain/account/mail/templates.ts'
import { type WriteMail } from '#domain/account/mail/outbox.ts'
import { listAdminEmails } from '#domain/account/mail/queries.ts'
import { type Outbound } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import type { Db, Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import {
  type ClaimedDelivery,
  disableWebhook,
  findTarget,
  insertDeliveries,
  listEventsAfter,
  lockWebhook,
  type Outcome,
  updateAfterFailure,
  updateAfterSuccess,
  updateOutcome,
  updatePosition,
  type WebhookKey,
} from './queries-dispatch.ts'
import { retryDelay, reasonToDisable, matchesSubscription } from './rules.ts'
import { signDelivery } from './sign-delivery.ts'
import { unsealSecrets } from './secrets.ts'

const batchSize = 500

/**
 * Creates the deliveries of new events for one webhook; true when there may be more.
 * Position and deliveries commit together, so no event is skipped or delivered twice.
 */
export const createDeliveries = (store: Store, hook: WebhookKey): Promise<boolean> =>
  store.transaction(async (db) => {
    const locked = await lockWebhook(db, hook)
    if (!locked) return false
    const events = await listEventsAfter(db, hook.org_id, locked, batchSize)
    const matching = events.filter((one) => matchesSubscription(locked.events, locked.filter, one))
    if (matching.length) await insertDeliveries(db, hook, matching)
    if (events.length) await updatePosition(db, hook, events.at(-1)!)
    return events.length === batchSize
  })

type SendResult = Outcome & { retryAfter?: number; final?: true }
const unsent = (error: string): SendResult => ({
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

export type SenderDeps = { store: Store; outbound: Outbound; vault: Vault; mail?: WebhookMail }
/** Set when mail is configured; `url` is the page the emails link to. */
export type WebhookMail = { write: WriteMail; url: string }

/** Sends one claimed delivery and records the outcome. */
export async function deliver(deps: SenderDeps, hook: WebhookKey, claim: ClaimedDelivery): Promise<Outcome> {
  const outcome = await attempt(deps, hook, claim)
  await deps.store.transaction(async (db) => {
    if (await recordOutcome(db, hook, claim, outcome)) await disableIfFailing(db, hook, outcome.status, deps.mail)
  })
  return outcome
}

async function attempt({ store, outbound, vault }: SenderDeps, hook: WebhookKey, claim: ClaimedDelivery) {
  const target = await findTarget(store, hook)
  const body = claim.payload
    ? JSON.stringify(claim.payload)
    : await findEvent(store, hook.org_id, claim.event_id).then((event) => event && webhookBody(envelopeOf(event)))
  if (!target || body === undefined) return unsent('GONE: The webhook or the event no longer exists.')
  const secrets = unsealSecrets(vault, hook.org_id, hook.id, target.secrets)
  if (secrets.length === 0)
    return unsent('UNSIGNED: The signing secret cannot be decrypted because SECRET_KEY has changed; rotate it.')
  return send(outbound, { url: target.url, secrets }, eventIdOf(claim.event_id), body)
}

/** True when the attempt failed; false also when a later attempt has taken over. */
async function recordOutcome(db: Db, hook: WebhookKey, claim: ClaimedDelivery, outcome: SendResult): Promise<boolean> {
  const noRetry = outcome.final || outcome.status === 410
  const delaySeconds = noRetry ? undefined : retryDelay(claim.attempts, outcome.retryAfter)
  if ((await updateOutcome(db, hook.org_id, claim, { ...outcome, delaySeconds })) === 0) return false
  if (outcome.delivered) await updateAfterSuccess(db, hook)
  return !outcome.delivered
}

async function disableIfFailing(db: Db, hook: WebhookKey, status: number | null, mail: WebhookMail | undefined) {
  const health = await updateAfterFailure(db, hook)
  const reason = health?.status === 'active' ? reasonToDisable(health, status, new Date()) : undefined
  if (reason === undefined || (await disableWebhook(db, hook, reason)) === 0) return
  await recordJobEvent(
    db,
    hook.org_id,
    { id: hook.id, type: 'webhook_delivery', user: null },
    {
      type: 'webhook.disabled',
      object: {
        id: hook.id,
        url: health!.url,
        status: 'disabled',
        disabled_reason: reason,
      },
    },
  )
  if (!mail) return
  for (const admin of await listAdminEmails(db, hook.org_id))
    await mail.write(db, hook.org_id, webhookDisabledEmail(admin, { target: health!.url, reason, url: mail.url }))
}

export async function send(
  outbound: Outbound,
  { url, secrets }: { url: string; secrets: string[] },
  id: string,
  body: string,
): Promise<SendResult> {
  const began = performance.now()
  const elapsedMs = () => Math.round(performance.now() - began)
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signDelivery(secrets, { id, timestamp, body }),
  }
  try {
    const response = await outbound.post({
      url,
      body,
      headers,
      limits: { bytes: maxResponseBytes, ms: timeoutMs, redirects: 0 },
      overflow: 'cut',
    })
    return { ...responseResult(response), duration_ms: elapsedMs() }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      delivered: false,
      status: null,
      error: `${error.code}: ${error.message}`,
      excerpt: null,
      duration_ms: elapsedMs(),
    }
  }
}

function responseResult({ status, headers, body }: Awaited<ReturnType<Outbound['post']>>) {
  const delivered = status >= 200 && status < 300
  const retryAfter = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')
  return {
    delivered,
    status,
    error: delivered ? null : `the receiver answered ${status}`,
    excerpt: excerptOf(body),
    ...(!delivered && retryAfter && { retryAfter: Number(retryAfter[0]) }),
  }
}

/** Drops control characters and a cut surrogate pair, which PostgreSQL or a terminal would reject. */
const excerptOf = (body: Buffer) =>
  body
    .toString('utf8')
    .slice(0, excerptLength)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\uD800-\uDBFF]$/g, '')
