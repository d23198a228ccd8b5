import type { integrations } from '#contract/resources/integrations.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { pageOf } from '#store/page.ts'
import { providers } from './providers/providers.ts'
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
import { chooseSource, nextRun, requireConfig, requireMapping } from './rules.ts'
import { newSecret, newToken, overlapHours, sealSecret } from './secrets.ts'

type Subset = Omit<typeof integrations, 'listInboundEvents' | 'replayInboundEvent' | 'syncIntegration'>

const presentIntegration = ({ settings }: Ctx, row: IntegrationRow): IntegrationView => ({
  id: row.id,
  provider: row.provider,
  name: row.name,
  status: row.status,
  direction: 'inbound',
  config: { ...row.config, source: row.source },
  mapping: row.mapping,
  inbound_url: `${settings.publicUrl}/hooks/v1/${row.token}`,
  secret_hint: row.secret_hint,
  previous_secret_until: row.previous_secret_until,
  sync: {
    enabled: row.sync_enabled,
    frequency: row.sync_frequency,
    last_run_at: row.last_run_at,
    next_run_at: row.sync_enabled ? row.next_run_at : null,
  },
  stats: { received: row.received, accepted: row.accepted, duplicates: row.duplicates, rejected: row.rejected },
  last_event_at: row.last_event_at,
  last_error:
    row.error_code && row.error_at
      ? { code: row.error_code, message: row.error_message ?? row.error_code, at: row.error_at }
      : null,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const requireIntegration = async ({ db, org }: Ctx, id: string): Promise<IntegrationRow> =>
  (await findIntegration(db, org, id)) ?? notFound('integration')

const loadIntegration = async (ctx: Ctx, id: string): Promise<IntegrationView> =>
  presentIntegration(ctx, await requireIntegration(ctx, id))

async function lockIntegrationForUpdate({ db, org }: Ctx, id: string): Promise<IntegrationRow> {
  const integration = await lockIntegration(db, org, id)
  return integration && !integration.deleted ? integration : notFound('integration')
}

export const handlers: Handlers<Subset, Ctx> = {
  async listIntegrationProviders() {
    return { data: [...providers], pagination: { next_cursor: null, has_more: false } }
  },

  async listIntegrations(ctx, { cursor, ...filters }) {
    const rows = await listIntegrations(
      ctx.db,
      ctx.org,
      filters,
      cursor === undefined ? undefined : ctx.cursors.read(cursor),
    )
    const { data, pagination } = pageOf(rows, filters.limit, (last) => ctx.cursors.write([last.id]))
    return { data: data.map((row) => presentIntegration(ctx, row)), pagination }
  },

  getIntegration: (ctx, { integrationId }) => loadIntegration(ctx, integrationId),

  async createIntegration(ctx, { provider, name, config: input = {}, mapping = null, secret = newSecret() }) {
    const { db, org, user, vault } = ctx
    requireConfig(provider, input)
    requireMapping(provider, mapping)
    const { source: requestedSource, ...config } = input
    const source = chooseSource(requestedSource, provider, await lockSourceNames(db, org))
    const id = newId()
    await insertIntegration(db, org, {
      id,
      provider,
      name,
      source,
      config,
      mapping,
      token: newToken(),
      created_by: user,
      ...sealSecret(vault, org, id, secret),
    })
    return { ...(await loadIntegration(ctx, id)), secret }
  },

  async updateIntegration(ctx, { integrationId, name, config: input, mapping, enabled, sync }) {
    const { db, org, now } = ctx
    const before = await lockIntegrationForUpdate(ctx, integrationId)
    requireConfig(before.provider, input ?? {})
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
    return loadIntegration(ctx, integrationId)
  },

  async deleteIntegration(ctx, { integrationId }) {
    const integration = (await lockIntegration(ctx.db, ctx.org, integrationId)) ?? notFound('integration')
    if (!integration.deleted) await deleteIntegration(ctx.db, ctx.org, integrationId)
    return { id: integrationId, deleted: true }
  },

  async rotateIntegrationSecret(ctx, { integrationId, secret = newSecret() }) {
    const before = await lockIntegrationForUpdate(ctx, integrationId)
    const until = new Date(ctx.now.getTime() + overlapHours * 3_600_000)
    await updateIntegration(ctx.db, ctx.org, integrationId, {
      ...sealSecret(ctx.vault, ctx.org, integrationId, secret),
      previous_secret: before.secret,
      previous_secret_until: until,
    })
    return { ...(await loadIntegration(ctx, integrationId)), secret }
  },

  async testIntegration(ctx, { integrationId, payload }) {
    const { type, drafts, skipped } = readPayload(await requireIntegration(ctx, integrationId), payload, 'test')
    const records = drafts.map((draft) => ({
      type: draft.type === 'message' ? ('feedback' as const) : draft.type,
      fields: { ...draft.fields },
    }))
    return { type, records, reason: skipped?.reason ?? null, detail: skipped?.detail ?? null }
  },
}

/** Enabling restores the former status: connected after a first delivery, pending before it. */
function statusAfter({ status, last_event_at }: IntegrationRow, enabled: boolean) {
  if (!enabled) return 'disabled'
  if (status !== 'disabled') return status
  return last_event_at ? 'connected' : 'pending'
}
