import type { SimulatedItem, Simulator } from './simulator.ts'
import type { RateLimit } from '#domain/integrations/definition/provider.ts'
import { ticketSourceOf } from '#domain/integrations/inbound/delivery-context.ts'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { LoggedRequest } from './start-simulator.ts'

export type Comparison = { lost: number; doubled: number; stale: number; stored: number }
type Stored = { type: string; external_id: string; text: string | null }
type Comparable = {
  org: string
  provider: string
  source: string
  simulator: Simulator
  items: readonly SimulatedItem[]
}

const listRecords = (store: Store, { org, provider, source }: Comparable) =>
  store.rows<Stored>(sql`
    select case when f.source_type = 'interview' then 'interview' else 'feedback' end as type, f.external_id,
      f.content as text
    from feedback f
    where f.org_id = ${org} and f.source = ${source} and f.deleted_at is null and f.source_type <> 'nps_response'
      and not exists (
        select 1 from nps_response n where n.org_id = ${org} and n.feedback_id = f.id)
      and not exists (
        select 1 from support_ticket t where t.org_id = ${org} and t.feedback_id = f.id)
    union all
    select 'support_ticket', external_id, body from support_ticket
    where org_id = ${org} and source = ${ticketSourceOf(provider)} and source_name = ${source} and deleted_at is null
    union all
    select 'nps_response', n.external_id, f.content
    from nps_response n left join feedback f on f.org_id = ${org} and f.id = n.feedback_id
    where n.org_id = ${org} and n.source = ${source} and n.deleted_at is null`)

/** What is missing, what is too much, and what has not its latest text. */
export async function compareRecords(store: Store, input: Comparable): Promise<Comparison> {
  const rows = await listRecords(store, input)
  const live = input.items.filter((item) => !item.isDeleted)
  const expected = new Map(
    live.map((item) => {
      const { type, external_id } = input.simulator.expected(item)
      return [`${type} ${external_id}`, item] as [string, SimulatedItem]
    }),
  )
  const found = new Map(rows.map((row) => [`${row.type} ${row.external_id}`, row]))
  return {
    lost: [...expected.keys()].filter((key) => !found.has(key)).length,
    doubled: rows.length - [...found.keys()].filter((key) => expected.has(key)).length,
    stale: [...expected].filter(([key, item]) => found.has(key) && !found.get(key)!.text?.includes(item.text)).length,
    stored: rows.length,
  }
}

/** Names the limits of which any window had more requests than documented. */
export function exceededLimits(limits: Readonly<Record<string, RateLimit>>, log: readonly LoggedRequest[]): string[] {
  return Object.entries(limits).flatMap(([name, { requests, seconds }]) => {
    const times = log.filter((one) => one.limit === name).map((one) => one.at)
    const isOver = times.some((time, n) => (times[n + requests] ?? Infinity) - time < seconds * 1000)
    return isOver ? [`more than ${requests} requests in ${seconds} seconds (${name})`] : []
  })
}
