import { completed, type Handlers, type Input, type Output } from '#contract/core/route.ts'
import type { webhooks } from '#contract/resources/webhooks.ts'
import { envelopeOf, eventIdOf } from '#domain/account/events/envelope.ts'
import { requireNamed } from '#domain/account/named-things.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { pageOf } from '#store/page.ts'
import { deliver, type Post } from './dispatch.ts'
import { claimFresh } from './dispatch-queries.ts'
import { deliveryById, type DeliveryRow, insertDelivery, pageOfDeliveries, payloadOf } from './deliveries.ts'
import {
  deleteWebhook,
  holdWebhooks,
  insertWebhook,
  otherWebhooks,
  pageOfWebhooks,
  rotateSecret,
  updateWebhook,
  webhookById,
} from './queries.ts'
import { isAllowedUrl } from './rules.ts'
import { sampleObject } from './sample.ts'
import { newSecret, sealed } from './secrets.ts'

type ShownDelivery = Output<(typeof webhooks)['getWebhookDelivery']>

const maxWebhooks = 25
const lookEveryMs = 250
const pause = () => new Promise((resolve) => setTimeout(resolve, lookEveryMs))

const shownDelivery = ({
  event_id,
  is_test,
  attempt_log,
  next_attempt_at,
  ...delivery
}: DeliveryRow): ShownDelivery => ({
  ...delivery,
  event_id: eventIdOf(event_id),
  test: is_test,
  attempts: attempt_log,
  next_attempt_at: delivery.status === 'pending' ? next_attempt_at : null,
})

const known = async ({ db, org }: Ctx, id: string) => (await webhookById(db, org, id)) ?? notFound('webhook')
const knownDelivery = async (ctx: Ctx, webhook: string, id: string) => {
  await known(ctx, webhook)
  return (await deliveryById(ctx.db, ctx.org, webhook, id)) ?? notFound('delivery')
}

/** The delivery once it was tried, or as it stands when the time is over. */
async function firstTold(look: () => Promise<DeliveryRow>, seconds: number): Promise<DeliveryRow> {
  let delivery = await look()
  const untold = () => delivery.status === 'pending' && delivery.attempt_log.length === 0
  for (const until = performance.now() + seconds * 1000; untold() && performance.now() < until; delivery = await look())
    await pause()
  return delivery
}

const leaseSeconds = 30
const sendingSeconds = 12

/** The test is stored; whoever asked for it waits to hear how it goes, and sends it unless a worker already does. */
async function sendAtOnce(post: Post, org: string, stored: ShownDelivery): Promise<ShownDelivery> {
  const hook = { org_id: org, id: stored.webhook_id }
  const claim = await claimFresh(post.store, hook, stored.id, leaseSeconds)
  if (claim) await deliver(post, hook, claim)
  const look = async () => (await deliveryById(post.store, org, hook.id, stored.id)) ?? notFound('delivery')
  return shownDelivery(await firstTold(look, sendingSeconds))
}

const sameEvents = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((event) => b.includes(event))

/** The same events to the same address twice would only be noise. */
async function requireRoom({ db, org }: Ctx, { url, events }: { url: string; events: string[] }, own?: string) {
  await holdWebhooks(db, org)
  const others = (await otherWebhooks(db, org)).filter(({ id }) => id !== own)
  if (others.some((other) => other.url === url && sameEvents(other.events, events)))
    throwApiError('DUPLICATE', 'There is a webhook with this address and these events.')
  if (own === undefined && others.length >= maxWebhooks)
    throwApiError('INVALID_STATE', `There are ${maxWebhooks} webhooks already; delete one first.`)
}

function requireAllowed({ settings }: Ctx, url: string | undefined) {
  if (url !== undefined && !isAllowedUrl(url, settings.insecureTargets ?? false))
    invalidField('body.url', 'has to be an https address')
}

/** Switched on by hand, its failures are forgiven. */
const statusOf = (enabled: boolean | undefined) =>
  enabled === undefined
    ? {}
    : enabled
      ? { status: 'active', disabled_reason: null, failure_count: 0, failing_since: null }
      : { status: 'paused' }

export const handlers: Handlers<typeof webhooks, Ctx> = {
  async listWebhooks({ db, org, cursors }, { cursor, ...wanted }) {
    const rows = await pageOfWebhooks(
      db,
      org,
      wanted,
      cursor === undefined ? undefined : String(cursors.read(cursor)[0]),
    )
    return pageOf(rows, wanted.limit, (last) => cursors.write([last.id]))
  },
  getWebhook: (ctx, { webhookId }) => known(ctx, webhookId),

  async createWebhook(ctx, { filter = {}, description = null, keep_enabled = false, ...given }) {
    requireAllowed(ctx, given.url)
    await requireNamed(ctx, 'body.filter', filter)
    await requireRoom(ctx, given)
    const [id, secret] = [newId(), newSecret()]
    const made = await insertWebhook(ctx.db, ctx.org, {
      ...given,
      id,
      filter,
      description,
      keep_enabled,
      user: ctx.user,
      ...sealed(ctx.vault, ctx.org, id, secret),
    })
    return { ...made, secret }
  },

  async updateWebhook(ctx, { webhookId, enabled, filter, ...given }) {
    requireAllowed(ctx, given.url)
    const before = await known(ctx, webhookId)
    await requireNamed(ctx, 'body.filter', filter)
    if (given.url !== undefined || given.events)
      await requireRoom(ctx, { url: given.url ?? before.url, events: given.events ?? before.events }, webhookId)
    const changes = { ...given, ...(filter && { filter: JSON.stringify(filter) }), ...statusOf(enabled) }
    return (await updateWebhook(ctx.db, ctx.org, webhookId, changes)) ?? notFound('webhook')
  },

  deleteWebhook: async ({ db, org }, { webhookId }) =>
    (await deleteWebhook(db, org, webhookId)) > 0 ? { id: webhookId, deleted: true } : notFound('webhook'),

  testWebhook: completed(async (ctx: Ctx, { webhookId, event_type: type }: Input<(typeof webhooks)['testWebhook']>) => {
    await known(ctx, webhookId)
    const id = newId()
    const payload = envelopeOf({
      org_id: ctx.org,
      id,
      type,
      actor_type: 'user',
      actor_id: ctx.user,
      object: sampleObject(type),
      previous: null,
      created_at: ctx.now.toISOString(),
    })
    return shownDelivery(
      await insertDelivery(ctx.db, ctx.org, { id, webhook: webhookId, event: id, type, payload, test: true }),
    )
  }, sendAtOnce),

  async rotateWebhookSecret({ db, org, vault }, { webhookId }) {
    const secret = newSecret()
    return {
      ...((await rotateSecret(db, org, webhookId, sealed(vault, org, webhookId, secret))) ?? notFound('webhook')),
      secret,
    }
  },

  async listWebhookDeliveries(ctx, { webhookId, cursor, ...wanted }) {
    await known(ctx, webhookId)
    const rows = await pageOfDeliveries(
      ctx.db,
      ctx.org,
      webhookId,
      wanted,
      cursor === undefined ? undefined : String(ctx.cursors.read(cursor)[0]),
    )
    const { data, pagination } = pageOf(rows, wanted.limit, (last) => ctx.cursors.write([last.id]))
    return { data: data.map(shownDelivery), pagination }
  },

  async getWebhookDelivery(ctx, { webhookId, deliveryId, wait }) {
    return shownDelivery(await firstTold(() => knownDelivery(ctx, webhookId, deliveryId), wait))
  },

  async replayWebhookDelivery(ctx, { webhookId, deliveryId }) {
    const { event_id, event_type, is_test, status } = await knownDelivery(ctx, webhookId, deliveryId)
    if (status === 'pending') throwApiError('INVALID_STATE', 'This delivery is still under way.')
    const payload = await payloadOf(ctx.db, ctx.org, deliveryId)
    return shownDelivery(
      await insertDelivery(ctx.db, ctx.org, {
        id: newId(),
        webhook: webhookId,
        event: event_id,
        type: event_type,
        test: is_test,
        replayOf: deliveryId,
        ...(payload && { payload }),
      }),
    )
  },
}
