import type { Db } from '#store/open.ts'
import { after, containing, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'

type Company = {
  name?: string
  domain?: string
  plan?: string
  mrr?: number
  size?: number
  attributes?: Record<string, unknown>
}

export type ContactRow = {
  id: string
  name: string | null
  email: string | null
  phone: string | null
  title: string | null
  company: Company | null
  country: string | null
  language: string | null
  attributes: Record<string, unknown>
  tags: string[]
  identities: { provider: string; external_id: string }[]
  segment_ids: string[]
  feedback_count: number
  insight_count: number
  positive: number
  negative: number
  neutral: number
  nps_score: number | null
  nps_at: string | null
  first_seen_at: string
  last_feedback_at: string | null
  merged_into_id: string | null
  erased_at: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

const columns =
  raw(`c.id, c.name, c.email, c.phone, c.title, c.company, c.country, c.language, c.attributes, c.tags, c.segment_ids::text[] as segment_ids,
  c.nps_score, c.nps_at, c.first_seen_at, c.merged_into_id, c.erased_at, c.created_at, c.updated_at, c.deleted_at`)

/** What is known about some contacts and what hangs on them. */
const shown = (which: Sql) => sql`
  select ${columns}, f.feedback_count, f.last_feedback_at, i.*,
    (select coalesce(json_agg(json_build_object('provider', x.provider, 'external_id', x.external_id) order by x.provider, x.external_id), '[]')
      from contact_identity x where x.org_id = c.org_id and x.contact_id = c.id) as identities
  from (${which}) c
  cross join lateral (select count(*) as feedback_count, max(occurred_at) as last_feedback_at
    from feedback f where f.org_id = c.org_id and f.contact_id = c.id and f.deleted_at is null) f
  cross join lateral (select count(*) as insight_count, count(*) filter (where sentiment = 'POSITIVE') as positive,
      count(*) filter (where sentiment = 'NEGATIVE') as negative, count(*) filter (where sentiment = 'NEUTRAL') as neutral
    from insight i where i.org_id = c.org_id and i.contact_id = c.id and i.live) i`

export const contactById = (db: Db, org: string, id: string) =>
  db.first<ContactRow>(shown(sql`select * from contact where org_id = ${org} and id = ${id}`))

export type Known = { id: string; deleted: boolean; merged_into_id: string | null; erased: boolean }

export const knownContact = (db: Db, org: string, id: string) =>
  db.first<Known>(sql`
    select id, deleted_at is not null as deleted, merged_into_id, erased_at is not null as erased from contact where org_id = ${org} and id = ${id}`)

/** In the order of their ids, so that two changes of the same contacts wait for each other instead of deadlocking. */
export const holdContacts = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<Known>(sql`
    select id, deleted_at is not null as deleted, merged_into_id, erased_at is not null as erased
    from contact where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)

export type Wanted = {
  limit: number
  q?: string
  email?: string
  provider?: string
  external_id?: string
  segment_id?: string
  company?: string
  tag?: string[]
  nps_type?: ('promoter' | 'passive' | 'detractor')[]
  has_feedback?: boolean
  created_after?: string
  created_before?: string
  updated_since?: string
  include_deleted?: boolean
  sort?: '-created_at' | 'created_at' | 'name' | '-name' | '-updated_at'
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byName = "lower(coalesce(name, ''))"
const orders: Record<NonNullable<Wanted['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  name: { by: byName, type: 'text', descending: false },
  '-name': { by: byName, type: 'text', descending: true },
  '-updated_at': { by: 'updated_at', type: 'timestamptz', descending: true },
}
export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[wanted.sort ?? '-created_at']

export type ListedRow = ContactRow & { sort_key: string; sync_until: string }

/** The sort key comes back as text, so that it returns in a cursor exactly as it was. */
export const pageOfContacts = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined, also?: Sql) => {
  const order = orderOf(wanted)
  const key = order.by === 'updated_at' ? raw('iso(updated_at)') : raw(`(${order.by})::text`)
  return db.rows<ListedRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${shown(sql`
      select * from contact where ${allOf([sql`org_id = ${org}`, ...conditions(org, wanted), also, after(order, keys)])}
      order by ${orderBy(order)} limit ${wanted.limit + 1}`)}) s
    order by ${orderBy(order)}`)
}
const npsTypes = { promoter: 'nps_score >= 9', passive: 'nps_score between 7 and 8', detractor: 'nps_score <= 6' }

const conditions = (org: string, w: Wanted): (Sql | undefined)[] => [
  w.updated_since && w.include_deleted ? undefined : raw('deleted_at is null'),
  w.q
    ? sql`(name ilike ${containing(w.q)} or email ilike ${containing(w.q)} or company->>'name' ilike ${containing(w.q)})`
    : undefined,
  w.email ? sql`mailbox = mailbox(${w.email})` : undefined,
  w.provider || w.external_id
    ? sql`id in (select contact_id from contact_identity where ${allOf([
        sql`org_id = ${org}`,
        w.provider ? sql`provider = ${w.provider}` : undefined,
        w.external_id ? sql`external_id = ${w.external_id}` : undefined,
      ])})`
    : undefined,
  w.segment_id ? sql`segment_ids @> array[${w.segment_id}]::uuid[]` : undefined,
  w.company
    ? sql`(lower(company->>'name') = lower(${w.company}) or lower(company->>'domain') = lower(${w.company}))`
    : undefined,
  w.tag && sql`tags && ${w.tag}`,
  w.nps_type && raw(`(${w.nps_type.map((type) => npsTypes[type]).join(' or ')})`),
  w.has_feedback === undefined
    ? undefined
    : sql`${raw(w.has_feedback ? '' : 'not')} exists (select 1 from feedback f where f.org_id = ${org} and f.contact_id = contact.id and f.deleted_at is null)`,
  w.created_after ? sql`created_at >= ${instantOf(w.created_after)}` : undefined,
  w.created_before ? sql`created_at < ${instantOf(w.created_before)}` : undefined,
  w.updated_since ? sql`updated_at >= ${instantOf(w.updated_since)}` : undefined,
]
