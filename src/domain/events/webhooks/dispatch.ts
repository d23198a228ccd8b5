import { envelopeOf, eventIdOf, webhookBody } from '#domain/events/feed/envelope.ts'
import { type JobEvent, recordJobEvent } from '#domain/events/feed/queries-insert.ts'
import { findEvent } from '#domain/events/feed/queries.ts'
import { notifyAdmins } from '#domain/notifications/notify-others.ts'
import { webhookDisabledEmail, webhookFailingEmail } from '#domain/outbox/templates.ts'
import { type WriteMail } from '#domain/outbox/outbox.ts'
import { listAdminEmails } from '#domain/outbox/queries.ts'
import { type Outbound } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import type { Mail } from '#mail/mailer.ts'
import type { Db, Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import {
  type ClaimedDelivery,
  disableWebhook,
  findTarget,
  insertDeliveries,
  listEventsAfter,
  lockWebhook,
  type DeliveryOutcome,
  updateAfterFailure,
  updateAfterSuccess,
  updateDisablesAt,
  updateOutcome,
  updatePosition,
  type WebhookKey,
} from './queries-dispatch.ts'
import { matchesSubscription, reasonToDisable, retryDelay, timeToDisable } from './rules.ts'
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

type SendResult = DeliveryOutcome & { retryAfter?: number; final?: true }
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

export type SenderDeps = { store: Store; outbound: Outbound; vault: Vault; mail?: WebhookMail; now?: () => Date }
/** Set when mail is configured; `url` is the page the emails link to. */
type WebhookMail = { write: WriteMail; url: string }

/** Sends one claimed delivery and records the outcome. */
export async function deliver(deps: SenderDeps, hook: WebhookKey, claim: ClaimedDelivery): Promise<DeliveryOutcome> {
  const outcome = await attempt(deps, hook, claim)
  const now = deps.now?.() ?? new Date()
  await deps.store.transaction(async (db) => {
    if (await recordOutcome(db, { hook, claim, now }, outcome))
      await announceOrDisable(db, hook, { status: outcome.status, now, mail: deps.mail })
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

type Attempt = { hook: WebhookKey; claim: ClaimedDelivery; now: Date }

/** True when the attempt failed; false also when a later attempt has taken over. */
async function recordOutcome(db: Db, { hook, claim, now }: Attempt, outcome: SendResult): Promise<boolean> {
  const noRetry = outcome.final || outcome.status === 410
  const delaySeconds = noRetry ? undefined : retryDelay(claim.attempts, outcome.retryAfter)
  if ((await updateOutcome(db, hook.org_id, claim, { ...outcome, delaySeconds })) === 0) return false
  if (outcome.delivered) await updateAfterSuccess(db, hook, now)
  return !outcome.delivered
}

type Failure = { status: number | null; now: Date; mail: WebhookMail | undefined }

async function announceOrDisable(db: Db, hook: WebhookKey, { status, now, mail }: Failure) {
  const health = await updateAfterFailure(db, hook, now)
  if (health?.status !== 'active') return
  const { url, failing_since } = health
  const reason = reasonToDisable(health, status, now)
  if (reason !== undefined) {
    if ((await disableWebhook(db, hook, reason)) === 0) return
    const after = { status: 'disabled', disabled_reason: reason }
    const changes = { before: { status: 'active', disabled_reason: null }, after }
    await record(db, hook, { type: 'webhook.disabled', object: { url, ...after }, changes })
    await notifyOfWebhook(db, hook)
    return writeToAdmins(db, hook, mail, (to, page) => webhookDisabledEmail(to, { target: url, reason, url: page }))
  }
  const disablesAt = timeToDisable(health, now)
  if (!disablesAt || (await updateDisablesAt(db, hook, disablesAt)) === 0) return
  const facts = { failing_since: failing_since!, disables_at: disablesAt.toISOString() }
  await record(db, hook, { type: 'webhook.failing', object: { url, status: 'active', ...facts } })
  await notifyOfWebhook(db, hook)
  await writeToAdmins(db, hook, mail, (to, page) => webhookFailingEmail(to, { target: url, url: page, ...facts }))
}

const notifyOfWebhook = (db: Db, { org_id, id }: WebhookKey) =>
  notifyAdmins(db, org_id, { object: { type: 'webhook', id }, kind: 'webhook', actor: null })

const record = (db: Db, { org_id, id }: WebhookKey, event: JobEvent) =>
  recordJobEvent(
    db,
    org_id,
    { id, type: 'webhook_delivery', user: null },
    { ...event, object: { id, ...event.object } },
  )

async function writeToAdmins(
  db: Db,
  { org_id }: WebhookKey,
  mail: WebhookMail | undefined,
  textFor: (to: string, page: string) => Mail,
) {
  if (!mail) return
  for (const admin of await listAdminEmails(db, org_id)) await mail.write(db, org_id, textFor(admin, mail.url))
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
