import type { integrations } from '#contract/resources/integrations.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { providerInfos } from './providers/registry.ts'
import { presentDraft, presentIntegration } from './present.ts'
import { sealCredential } from './pull/credentials.ts'
import { findPull, listPulls, lockPull, type PullRow, restartPull, updatePull, upsertPull } from './pull/queries.ts'
import { instantOf, pageByKeys } from '#store/page.ts'
import {
  updateIntegration,
  deleteIntegration,
  lockIntegration,
  insertIntegration,
  findIntegration,
  type IntegrationRow,
  listIntegrations,
  lockSourceNames,
  type IntegrationView,
} from './queries.ts'
import { readPayload } from './providers/read-payload.ts'
import {
  chooseSource,
  credentialWhenAbsent,
  nextRun,
  requireConfig,
  requireCredential,
  requireMapping,
  requirePublicAddress,
} from './rules.ts'
import { newInboundToken, overlapHours, sealIntegrationSecret } from './secrets.ts'
import { newSecret } from '#domain/events/webhooks/secrets.ts'

type Subset = Omit<
  typeof integrations,
  'listInboundEvents' | 'replayInboundEvent' | 'syncIntegration' | 'testIntegrationConnection'
>

export const requireIntegration = async ({ db, org }: ReadCtx, id: string): Promise<IntegrationRow> =>
  (await findIntegration(db, org, id)) ?? notFound('integration')

const loadIntegration = async (ctx: ReadCtx, id: string): Promise<IntegrationView> =>
  presentIntegration(ctx.settings, await requireIntegration(ctx, id), await findPull(ctx.db, ctx.org, id))

async function lockIntegrationForUpdate({ db, org }: Ctx, id: string): Promise<IntegrationRow> {
  const integration = await lockIntegration(db, org, id)
  return integration && !integration.deleted ? integration : notFound('integration')
}

export const handlers: Handlers<Subset> = {
  async listIntegrationProviders() {
    return { data: [...providerInfos], pagination: { next_cursor: null, has_more: false } }
  },

  async listIntegrations(ctx, query) {
    const { data, pagination } = await pageByKeys(
      ctx.cursors,
      query,
      (keys) => listIntegrations(ctx.db, ctx.org, query, keys),
      (row) => [row.id],
    )
    const pulls = await listPulls(
      ctx.db,
      ctx.org,
      data.map((row) => row.id),
    )
    const pullOf = (id: string): PullRow | undefined => pulls.find((pull) => pull.integration_id === id)
    return { data: data.map((row) => presentIntegration(ctx.settings, row, pullOf(row.id))), pagination }
  },

  getIntegration: (ctx, { integrationId }) => loadIntegration(ctx, integrationId),

  async createIntegration(ctx, input) {
    const { provider, name, config: settings = {}, mapping = null, secret = newSecret() } = input
    const { db, org, user, vault } = ctx
    const credential = input.credential ?? credentialWhenAbsent(provider)
    requireConfig(provider, settings)
    requirePublicAddress(settings, ctx.settings.privateNetworks)
    requireMapping(provider, mapping)
    const { source: requestedSource, ...config } = settings
    if (credential) requireCredential(provider, config, credential)
    const source = chooseSource(requestedSource, provider, await lockSourceNames(db, org))
    const id = newId()
    await insertIntegration(db, org, {
      id,
      provider,
      name,
      source,
      config,
      mapping,
      token: newInboundToken(),
      created_by: user,
      ...sealIntegrationSecret(vault, org, id, secret),
    })
    if (credential) await startPull(ctx, { id, credential, backfillFrom: input.backfill_from })
    return { ...(await loadIntegration(ctx, id)), secret }
  },

  async updateIntegration(ctx, { integrationId, name, config: input, mapping, enabled, sync, pull, ...given }) {
    const { db, org, now } = ctx
    const before = await lockIntegrationForUpdate(ctx, integrationId)
    const startsPull = pull && !(await findPull(db, org, integrationId))
    const credential = given.credential ?? (startsPull ? credentialWhenAbsent(before.provider) : undefined)
    requireConfig(before.provider, input ?? {})
    requirePublicAddress(input ?? {}, ctx.settings.privateNetworks)
    requireMapping(before.provider, mapping)
    const { source: requestedSource, ...config } = input ?? {}
    const source =
      requestedSource === undefined
        ? undefined
        : chooseSource(requestedSource, before.provider, await lockSourceNames(db, org, integrationId))
    const frequency = sync?.frequency ?? before.sync_frequency
    await updateIntegration(db, org, integrationId, {
      name,
      source,
      ...(input && { config: JSON.stringify(config) }),
      ...(mapping !== undefined && { mapping: mapping && JSON.stringify(mapping) }),
      ...(enabled !== undefined && { status: statusAfter(before, enabled) }),
      ...(sync && {
        sync_enabled: sync.enabled ?? before.sync_enabled,
        sync_frequency: frequency,
        next_run_at: nextRun(frequency, now),
      }),
    })
    if (credential) {
      requireCredential(before.provider, input ? config : before.config, credential)
      await startPull(ctx, { id: integrationId, credential, backfillFrom: pull?.backfill_from })
    }
    if (pull) await updatePullOf(ctx, integrationId, pull)
    return loadIntegration(ctx, integrationId)
  },

  async deleteIntegration(ctx, { integrationId, records }) {
    const integration = (await lockIntegration(ctx.db, ctx.org, integrationId)) ?? notFound('integration')
    if (!integration.deleted) {
      await deleteIntegration(ctx.db, ctx.org, integrationId)
      await updatePull(ctx.db, ctx.org, integrationId, { credential: null, token: null, credential_hint: null })
      if (records === 'remove')
        await ctx.jobs.enqueue(
          'integration_removal',
          { integration_id: integrationId, source: integration.source },
          { resource: { type: 'integration', id: integrationId } },
        )
    }
    return { id: integrationId, deleted: true }
  },

  async rotateIntegrationSecret(ctx, { integrationId, secret = newSecret() }) {
    const before = await lockIntegrationForUpdate(ctx, integrationId)
    const until = new Date(ctx.now.getTime() + overlapHours * 3_600_000)
    await updateIntegration(ctx.db, ctx.org, integrationId, {
      ...sealIntegrationSecret(ctx.vault, ctx.org, integrationId, secret),
      previous_secret: before.secret,
      previous_secret_until: until,
    })
    return { ...(await loadIntegration(ctx, integrationId)), secret }
  },

  async testIntegration(ctx, { integrationId, payload }) {
    const { type, drafts, skipped } = readPayload(await requireIntegration(ctx, integrationId), payload, 'test')
    return { type, records: drafts.map(presentDraft), reason: skipped?.reason ?? null, detail: skipped?.detail ?? null }
  },
}

/** 90 days: enough for themes to appear, and soon complete. */
const defaultBackfillDays = 90

type PullStart = { id: string; credential: Record<string, string>; backfillFrom: string | undefined }

/** Stores the credential and fetches at once; afterwards by the schedule, hourly unless it was set before. */
async function startPull(ctx: Ctx, { id, credential, backfillFrom }: PullStart) {
  const { db, org, now, vault } = ctx
  const since = backfillFrom === undefined ? new Date(now.getTime() - defaultBackfillDays * 86_400_000) : null
  await upsertPull(db, org, id, {
    ...sealCredential({ vault, org, integration: id }, credential),
    since: since ?? new Date(instantOf(backfillFrom!)),
  })
  const { sync_enabled } = await requireIntegration(ctx, id)
  await updateIntegration(db, org, id, {
    next_run_at: nextRun('hourly', now),
    ...(!sync_enabled && { sync_enabled: true, sync_frequency: 'hourly' }),
  })
  await enqueueSync(ctx, id)
}

export const enqueueSync = (ctx: Ctx, id: string) =>
  ctx.jobs.enqueue('integration_sync', { integration_id: id }, { resource: { type: 'integration', id } })

async function updatePullOf(
  ctx: Ctx,
  id: string,
  { paused, backfill_from }: { paused?: boolean; backfill_from?: string },
) {
  const { db, org } = ctx
  const before = (await lockPull(db, org, id)) ?? invalidField('body.pull', 'needs a credential first')
  if (backfill_from !== undefined) await restartPull(db, org, id, new Date(instantOf(backfill_from)))
  if (paused !== undefined) await updatePull(db, org, id, { paused })
  const continues = paused === false && before.paused
  if ((continues || backfill_from !== undefined) && !(paused ?? before.paused)) await enqueueSync(ctx, id)
}

/** Enabling restores the former status: connected after a first delivery, pending before it. */
function statusAfter({ status, last_event_at }: IntegrationRow, enabled: boolean) {
  if (!enabled) return 'disabled'
  if (status !== 'disabled') return status
  return last_event_at ? 'connected' : 'pending'
}
