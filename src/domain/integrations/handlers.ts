import type { integrations } from '#contract/resources/integrations.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { pageOf } from '#store/page.ts'
import { providers } from './providers.ts'
import {
  changeIntegration,
  disconnect,
  holdIntegration,
  insertIntegration,
  integrationById,
  type IntegrationRow,
  pageOfIntegrations,
  sourcesTaken,
  type View,
} from './queries.ts'
import { read } from './read.ts'
import { freeSource, nextRun, requireConfig, requireMapping } from './rules.ts'
import { newSecret, newToken, overlapHours, sealed } from './secrets.ts'

type Subset = Omit<typeof integrations, 'listInboundEvents' | 'replayInboundEvent' | 'syncIntegration'>

const shown = ({ settings }: Ctx, row: IntegrationRow): View => ({
  id: row.id,
  provider: row.provider,
  name: row.name,
  status: row.status,
  direction: 'inbound',
  config: { ...row.config, source: row.source },
  mapping: row.mapping,
  inbound_url: `${settings.publicUrl}/hooks/v1/${row.token}`,
  secret_hint: row.secret_hint,
  previous_secret_until: row.previous_until,
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
  (await integrationById(db, org, id)) ?? notFound('integration')

const show = async (ctx: Ctx, id: string): Promise<View> => shown(ctx, await requireIntegration(ctx, id))

async function toChange({ db, org }: Ctx, id: string): Promise<IntegrationRow> {
  const held = await holdIntegration(db, org, id)
  return held && !held.deleted ? held : notFound('integration')
}

export const handlers: Handlers<Subset, Ctx> = {
  async listIntegrationProviders() {
    return { data: [...providers], pagination: { next_cursor: null, has_more: false } }
  },

  async listIntegrations(ctx, { cursor, ...wanted }) {
    const rows = await pageOfIntegrations(
      ctx.db,
      ctx.org,
      wanted,
      cursor === undefined ? undefined : ctx.cursors.read(cursor),
    )
    const { data, pagination } = pageOf(rows, wanted.limit, (last) => ctx.cursors.write([last.id]))
    return { data: data.map((row) => shown(ctx, row)), pagination }
  },

  getIntegration: (ctx, { integrationId }) => show(ctx, integrationId),

  async createIntegration(ctx, { provider, name, config: given = {}, mapping = null, secret = newSecret() }) {
    const { db, org, user, vault } = ctx
    requireConfig(provider, given)
    requireMapping(provider, mapping)
    const { source: wanted, ...config } = given
    const source = freeSource(wanted, provider, await sourcesTaken(db, org))
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
      ...sealed(vault, org, id, secret),
    })
    return { ...(await show(ctx, id)), secret }
  },

  async updateIntegration(ctx, { integrationId, name, config: given, mapping, enabled, sync }) {
    const { db, org, now } = ctx
    const before = await toChange(ctx, integrationId)
    requireConfig(before.provider, given ?? {})
    requireMapping(before.provider, mapping)
    const { source: wanted, ...config } = given ?? {}
    const source =
      wanted === undefined ? undefined : freeSource(wanted, before.provider, await sourcesTaken(db, org, integrationId))
    const frequency = sync?.frequency ?? before.sync_frequency
    await changeIntegration(db, org, integrationId, {
      name,
      source,
      ...(given && { config: JSON.stringify(config) }),
      ...(mapping !== undefined && { mapping: mapping && JSON.stringify(mapping) }),
      ...(enabled !== undefined && { status: statusAfter(before, enabled) }),
      ...(sync && {
        sync_enabled: sync.enabled ?? before.sync_enabled,
        sync_frequency: frequency,
        next_run_at: nextRun(frequency, now),
      }),
    })
    return show(ctx, integrationId)
  },

  async deleteIntegration(ctx, { integrationId }) {
    const held = (await holdIntegration(ctx.db, ctx.org, integrationId)) ?? notFound('integration')
    if (!held.deleted) await disconnect(ctx.db, ctx.org, integrationId)
    return { id: integrationId, deleted: true }
  },

  async rotateIntegrationSecret(ctx, { integrationId, secret = newSecret() }) {
    const before = await toChange(ctx, integrationId)
    const until = new Date(ctx.now.getTime() + overlapHours * 3_600_000)
    await changeIntegration(ctx.db, ctx.org, integrationId, {
      ...sealed(ctx.vault, ctx.org, integrationId, secret),
      previous_secret: before.secret,
      previous_until: until,
    })
    return { ...(await show(ctx, integrationId)), secret }
  },

  async testIntegration(ctx, { integrationId, payload }) {
    const { type, drafts, left } = read(await requireIntegration(ctx, integrationId), payload, 'test')
    const records = drafts.map((draft) => ({
      type: draft.type === 'message' ? ('feedback' as const) : draft.type,
      fields: { ...draft.fields },
    }))
    return { type, records, reason: left?.reason ?? null, detail: left?.detail ?? null }
  },
}

/** Switched on again it is what it was before: heard of, or still waiting for its first delivery. */
const statusAfter = ({ status, last_event_at }: IntegrationRow, enabled: boolean) =>
  !enabled ? 'disabled' : status !== 'disabled' ? status : last_event_at ? 'connected' : 'pending'
