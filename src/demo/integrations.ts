import { createHash } from 'node:crypto'
import type { Ctx } from '#domain/context.ts'
import { insertIntegration, type IntegrationRow } from '#domain/integrations/queries.ts'
import { newInboundToken } from '#domain/integrations/secrets.ts'
import { sql } from '#store/sql.ts'
import { idAt } from './ids.ts'

/** The integrations behind the demo's tickets and messages. They have no secret, so they receive nothing. */
const connected = [
  { provider: 'zendesk', name: 'Support desk', config: { account_id: '12514403' } },
  { provider: 'slack', name: 'Customer channels', config: { channels: ['C024BE91L', 'C061EG9SL'] } },
] as const satisfies readonly Pick<IntegrationRow, 'provider' | 'name' | 'config'>[]

const workspaceDays = 366
const loggedDeliveries = 12

export async function loadIntegrations({ db, org, user, now }: Ctx) {
  const since = new Date(now.getTime() - workspaceDays * 86_400_000)
  for (const { provider, name, config } of connected) {
    const id = idAt(since, `integration/${provider}`)
    await insertIntegration(db, org, {
      id,
      provider,
      name,
      config,
      source: provider,
      mapping: null,
      token: newInboundToken(),
      created_by: user,
      secret: null,
      secret_hint: null,
    })
    await db.run(sql`update support_ticket set integration_id = ${id} where org_id = ${org} and source = ${provider}`)
    await db.run(sql`update feedback set integration_id = ${id} where org_id = ${org} and source = ${provider}`)
    await logDeliveries({ db, org }, id, provider)
    await db.run(sql`
      update integration i set status = 'connected', created_at = ${since}, updated_at = ${since},
        received = f.n, accepted = f.n, last_event_at = f.last
      from (
        select count(*) as n, max(occurred_at) as last from feedback
        where org_id = ${org} and integration_id = ${id}
      ) f
      where i.org_id = ${org} and i.id = ${id}`)
  }
}

/** The latest deliveries without their bodies, which expire soon. */
async function logDeliveries({ db, org }: Pick<Ctx, 'db' | 'org'>, integration: string, provider: string) {
  const feedback = await db.rows<{ id: string; at: string; ticket_id: string | null }>(sql`
    select f.id, f.occurred_at as at, t.id as ticket_id
    from feedback f left join support_ticket t on t.org_id = ${org} and t.feedback_id = f.id
    where f.org_id = ${org} and f.integration_id = ${integration}
    order by f.occurred_at desc limit ${loggedDeliveries}`)
  const rows = feedback.map(({ id, at, ticket_id }) => ({
    integration_id: integration,
    id: idAt(new Date(at), `delivery/${id}`),
    status: 'accepted',
    created_at: at,
    delivery_id: createHash('sha256').update(id).digest('hex').slice(0, 12),
    type: provider === 'zendesk' ? 'zen:event-type:ticket.created' : 'message',
    records: [{ type: ticket_id ? 'support_ticket' : 'feedback', id: ticket_id ?? id, result: 'created' }],
  }))
  await db.run(sql`
    insert into integration_event (org_id, integration_id, id, status, created_at, delivery_id, type, records)
    select ${org}, integration_id, id, status, created_at, delivery_id, type, records
    from jsonb_populate_recordset(null::integration_event, ${JSON.stringify(rows)}::jsonb)`)
}
