import type { Output } from '#contract/core/route.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import type { webhooks } from '#contract/resources/webhooks.ts'
import { envelopeOf, eventIdOf } from '#domain/events/feed/envelope.ts'
import { requireFilterTargets } from '#domain/events/filters/require-filter-targets.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { pageById } from '#store/page.ts'
import { deliver, type SenderDeps } from './dispatch.ts'
import { claimNewDelivery } from './queries-dispatch.ts'
import {
  findDelivery,
  type DeliveryRow,
  insertDelivery,
  listDeliveries,
  resumeDeliveries,
  findStoredPayload,
} from './queries-deliveries.ts'
import {
  deleteWebhook,
  lockWebhooks,
  insertWebhook,
  listWebhookTargets,
  listWebhooks,
  rotateSecret,
  updateWebhook,
  findWebhook,
} from './queries.ts'
import { addressProblem } from '#outbound/address-problem.ts'
import { targetProblem } from './rules.ts'
import { sampleObject } from './sample-object.ts'
import { newSecret, sealWebhookSecret } from './secrets.ts'

type PresentedDelivery = Output<(typeof webhooks)['getWebhookDelivery']>

const maxWebhooks = 25
const pollIntervalMs = 250
const pause = () => new Promise((resolve) => setTimeout(resolve, pollIntervalMs))

const presentDelivery = ({
  event_id,
  is_test,
  attempt_log,
  next_attempt_at,
  ...delivery
}: DeliveryRow): PresentedDelivery => ({
  ...delivery,
  event_id: eventIdOf(event_id),
  test: is_test,
  attempts: attempt_log,
  next_attempt_at: delivery.status === 'pending' ? next_attempt_at : null,
})

const getWebhook = async ({ db, org }: ReadCtx, id: string) => (await findWebhook(db, org, id)) ?? notFound('webhook')
const getDelivery = async (ctx: ReadCtx, webhook: string, id: string) => {
  await getWebhook(ctx, webhook)
  return (await findDelivery(ctx.db, ctx.org, webhook, id)) ?? notFound('delivery')
}

/** Polls until the first attempt was created or the time is over. */
async function waitForFirstAttempt(read: () => Promise<DeliveryRow>, seconds: number): Promise<DeliveryRow> {
  let delivery = await read()
  const notAttempted = () => delivery.status === 'pending' && delivery.attempt_log.length === 0
  for (
    const until = performance.now() + seconds * 1000;
    notAttempted() && performance.now() < until;
    delivery = await read()
  )
    await pause()
  return delivery
}

const leaseSeconds = 30
const maxWaitSeconds = 12

/** Sends a stored test delivery within the request, unless a worker has already claimed it. */
async function sendTestNow(deps: SenderDeps, org: string, stored: PresentedDelivery): Promise<PresentedDelivery> {
  const hook = { org_id: org, id: stored.webhook_id }
  const claim = await claimNewDelivery(deps.store, hook, stored.id, leaseSeconds)
  if (claim) await deliver(deps, hook, claim)
  const read = async () => (await findDelivery(deps.store, org, hook.id, stored.id)) ?? notFound('delivery')
  return presentDelivery(await waitForFirstAttempt(read, maxWaitSeconds))
}

const sameEvents = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((event) => b.includes(event))

/** Refuses a second webhook with the same URL and events, and more than `maxWebhooks`. */
async function requireUniqueWithinLimit(
  { db, org }: Ctx,
  { url, events }: { url: string; events: string[] },
  own?: string,
) {
  await lockWebhooks(db, org)
  const others = (await listWebhookTargets(db, org)).filter(({ id }) => id !== own)
  if (others.some((other) => other.url === url && sameEvents(other.events, events)))
    throwApiError('DUPLICATE', 'There is already a webhook with this address and these events.')
  if (own === undefined && others.length >= maxWebhooks)
    throwApiError('INVALID_STATE', `There are already ${maxWebhooks} webhooks; delete one first.`)
}

const developmentHint = 'In development, earshot listen --forward-to sends events to such an address.'
const isPrivate = (url: string) => addressProblem(url, []) !== undefined

function requireAllowedUrl({ settings }: Ctx, url: string | undefined) {
  const problem = url === undefined ? undefined : targetProblem(url, settings.privateNetworks)
  if (problem) invalidField('body.url', `${problem}${isPrivate(url!) ? ` ${developmentHint}` : ''}`)
}

type WantedStatus = { enabled?: boolean; status?: 'active' | 'paused' }

/** `enabled` is the older name of the same change. */
function statusOf({ enabled, status }: WantedStatus): 'active' | 'paused' | undefined {
  if (enabled === undefined) return status
  const wanted = enabled ? 'active' : 'paused'
  if (status !== undefined && status !== wanted) invalidField('body.status', `contradicts enabled: ${enabled}`)
  return wanted
}

const noFailures = { failure_count: 0, failing_since: null, disables_at: null }

/** Enabling a webhook resets its failures. */
function statusChange(status: 'active' | 'paused' | undefined) {
  if (status === undefined) return {}
  return status === 'active' ? { status, disabled_reason: null, ...noFailures } : { status, disables_at: null }
}

export const handlers: Handlers<typeof webhooks, 'testWebhook'> = {
  listWebhooks: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (after) => listWebhooks(db, org, query, after)),
  getWebhook: (ctx, { webhookId }) => getWebhook(ctx, webhookId),

  async createWebhook(ctx, { filter = {}, description = null, keep_enabled = false, ...input }) {
    requireAllowedUrl(ctx, input.url)
    await requireFilterTargets(ctx, 'body.filter', filter)
    await requireUniqueWithinLimit(ctx, input)
    const [id, secret] = [newId(), newSecret()]
    const created = await insertWebhook(ctx.db, ctx.org, {
      ...input,
      id,
      filter,
      description,
      keep_enabled,
      user: ctx.user,
      ...sealWebhookSecret(ctx.vault, ctx.org, id, secret),
    })
    return { ...created, secret }
  },

  async updateWebhook(ctx, { webhookId, enabled, status: wanted, filter, ...input }) {
    requireAllowedUrl(ctx, input.url)
    const status = statusOf({ ...(enabled !== undefined && { enabled }), ...(wanted && { status: wanted }) })
    const before = await getWebhook(ctx, webhookId)
    await requireFilterTargets(ctx, 'body.filter', filter)
    if (input.url !== undefined || input.events)
      await requireUniqueWithinLimit(
        ctx,
        { url: input.url ?? before.url, events: input.events ?? before.events },
        webhookId,
      )
    const changes = {
      ...input,
      ...(filter && { filter: JSON.stringify(filter) }),
      ...(input.keep_enabled && { disables_at: null }),
      // Those of another receiver say nothing about this one.
      ...(input.url !== undefined && input.url !== before.url && noFailures),
      ...statusChange(status),
    }
    if (status === 'active' && before.status !== 'active') await resumeDeliveries(ctx.db, ctx.org, webhookId)
    return (await updateWebhook(ctx.db, ctx.org, webhookId, changes)) ?? notFound('webhook')
  },

  deleteWebhook: async ({ db, org }, { webhookId }) =>
    (await deleteWebhook(db, org, webhookId)) > 0 ? { id: webhookId, deleted: true } : notFound('webhook'),

  testWebhook: staged({
    async handle(ctx, { webhookId, event_type: type }) {
      await getWebhook(ctx, webhookId)
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
      return presentDelivery(
        await insertDelivery(ctx.db, ctx.org, { id, webhook: webhookId, event: id, type, payload, test: true }),
      )
    },
    after: sendTestNow,
  }),

  async rotateWebhookSecret({ db, org, vault }, { webhookId }) {
    const secret = newSecret()
    return {
      ...((await rotateSecret(db, org, webhookId, sealWebhookSecret(vault, org, webhookId, secret))) ??
        notFound('webhook')),
      secret,
    }
  },

  async listWebhookDeliveries(ctx, { webhookId, ...query }) {
    await getWebhook(ctx, webhookId)
    const { data, pagination } = await pageById(ctx.cursors, query, (after) =>
      listDeliveries(ctx.db, ctx.org, { webhook: webhookId, ...query }, after),
    )
    return { data: data.map(presentDelivery), pagination }
  },

  async getWebhookDelivery(ctx, { webhookId, deliveryId, wait }) {
    return presentDelivery(await waitForFirstAttempt(() => getDelivery(ctx, webhookId, deliveryId), wait))
  },

  async replayWebhookDelivery(ctx, { webhookId, deliveryId }) {
    const { event_id, event_type, is_test, status } = await getDelivery(ctx, webhookId, deliveryId)
    if (status === 'pending') throwApiError('INVALID_STATE', 'This delivery is still pending.')
    const payload = await findStoredPayload(ctx.db, ctx.org, deliveryId)
    return presentDelivery(
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
