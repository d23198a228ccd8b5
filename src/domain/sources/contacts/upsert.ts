import type { Journal } from '#domain/context.ts'
import { evaluateContacts, holdRules } from '#domain/segmentation/evaluate.ts'
import { newId } from '#store/ids.ts'
import { acquireLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { countUncounted } from '#store/statistics.ts'
import { type Given, type Match, type Plan, planUpsert } from './plan.ts'
import { holdContacts } from './queries.ts'

/** From so many newcomers on, those who come next are worth a count. */
const many = 20

export type Upserted = { id: string; result: 'created' | 'updated' | 'unchanged' }

/** Each input's contact, found or made; a handful of statements for however many there are. */
export async function upsertContacts(
  db: Db,
  org: string,
  inputs: readonly Given[],
  journal?: Journal,
): Promise<Upserted[]> {
  if (inputs.length === 0) return []
  const [, before] = await Promise.all([holdRules(db, org), matchesOf(db, org, inputs)])
  const settled = before.every(isSettled)
  if (!settled) await oneAfterTheOther(db, org)
  const plan = planUpsert(inputs, settled ? before : await matchesOf(db, org, inputs), newId)
  const updated = await carryOut(db, org, plan, journal)
  if (plan.created.size >= many) await countUncounted(db, ['contact', 'contact_identity'])
  const seen = new Set<string>()
  return plan.ids.map((id) => {
    const first = !seen.has(id)
    seen.add(id)
    return {
      id,
      result: plan.created.has(id) ? (first ? 'created' : 'updated') : updated.has(id) ? 'updated' : 'unchanged',
    }
  })
}

/** Who is new must be new to everybody: newcomers, new emails and new identities of an organization are taken in in turn. */
export const oneAfterTheOther = (db: Db, org: string) => acquireLock(db, `contacts ${org}`)

const isSettled = ({ by_identity, by_email, by_phone, unclaimed, mailbox }: Match) =>
  (by_identity ?? by_email ?? by_phone) !== null && !unclaimed && (mailbox === null || by_email !== null)

const matchesOf = (db: Db, org: string, inputs: readonly Given[]) =>
  db.rows<Match>(sql`
    with g as materialized (select n, identities, mailbox(email) as mailbox, phone_digits(phone) as digits
      from jsonb_to_recordset(${JSON.stringify(inputs.map(({ email, phone, identities = [] }, n) => ({ n, email, phone, identities })))}::jsonb)
        as x (n integer, email text, phone text, identities jsonb))
    select g.n, g.mailbox, g.digits, identity.by_identity, coalesce(identity.unclaimed, false) as unclaimed,
      (select c.id from contact c where c.org_id = ${org} and c.mailbox = g.mailbox and c.deleted_at is null) as by_email,
      phone.id as by_phone,
      (select c.id from contact c where c.org_id = ${org} and c.phone_digits = g.digits and c.deleted_at is null and phone.id is null order by c.id limit 1) as namesake
    from g
    left join lateral (select min(i.contact_id::text)::uuid as by_identity, bool_or(i.contact_id is null) as unclaimed
      from jsonb_to_recordset(g.identities) as x (provider text, external_id text)
      left join contact_identity i on i.org_id = ${org} and i.provider = x.provider and i.external_id = x.external_id) identity on true
    left join lateral (select c.id from contact c where c.org_id = ${org} and c.phone_digits = g.digits and c.deleted_at is null
      and (g.mailbox is null or c.mailbox is null or c.mailbox = g.mailbox) order by c.id limit 1) phone on true
    order by g.n`)

async function carryOut(db: Db, org: string, plan: Plan, journal: Journal | undefined): Promise<Set<string>> {
  if (plan.created.size) await insertContacts(db, org, plan.created)
  if (plan.created.size) await journal?.created('contact', [...plan.created.keys()])
  if (plan.changed.size) await holdContacts(db, org, [...plan.changed.keys()])
  if (plan.changed.size) await journal?.changing('contact', [...plan.changed.keys()])
  const updated = plan.changed.size ? await changeContacts(db, org, plan.changed, 'add') : []
  const claimed = plan.identities.length ? await claimIdentities(db, org, plan.identities) : []
  if (plan.suggestions.length) await insertSuggestions(db, org, plan.suggestions)
  await evaluateContacts(db, org, [...plan.created.keys(), ...updated, ...claimed])
  return new Set([...updated, ...claimed])
}

const patches = (all: ReadonlyMap<string, Given>) =>
  JSON.stringify([...all].map(([id, { identities: _, ...patch }]) => ({ id, patch })))

const insertContacts = (db: Db, org: string, created: Plan['created']) =>
  db.run(sql`
    insert into contact (org_id, id, name, email, phone, title, company, country, language, attributes, tags)
    select ${org}, id, p->>'name', p->>'email', p->>'phone', p->>'title', jsonb_strip_nulls(nullif(p->'company', 'null')), p->>'country', p->>'language',
      jsonb_strip_nulls(coalesce(p->'attributes', '{}')), array(select jsonb_array_elements_text(p->'tags'))
    from jsonb_to_recordset(${patches(created)}::jsonb) as x (id uuid, patch jsonb) cross join lateral (select x.patch as p) y`)

const text = (name: string) => `case when p ? '${name}' then p->>'${name}' else c.${name} end`
const merged = raw(`
  ${text('name')} as name, ${text('title')} as title, ${text('country')} as country, ${text('language')} as language,
  case when p->'company' = 'null' then null when p ? 'company' then
    jsonb_strip_nulls(coalesce(c.company, '{}') || (p->'company')
      || case when p->'company' ? 'attributes' then jsonb_build_object('attributes', coalesce(c.company->'attributes', '{}') || (p->'company'->'attributes')) else '{}' end)
  else c.company end as company,
  case when p ? 'attributes' then jsonb_strip_nulls(c.attributes || (p->'attributes')) else c.attributes end as attributes`)
/** Somebody found by their email or phone keeps its first spelling, and has the tags of all who know them; a change by hand says what shall be. */
const spelt = (name: string, key: string) =>
  `case when p ? '${name}' and ${key}(p->>'${name}') is distinct from c.${key} then p->>'${name}' else c.${name} end as ${name}`
const keysBy = {
  add: raw(`${spelt('email', 'mailbox')}, ${spelt('phone', 'phone_digits')}`),
  replace: raw(`${text('email')} as email, ${text('phone')} as phone`),
}
const tagsBy = {
  add: raw(`case when p ? 'tags' then array(select t from unnest(c.tags || array(select jsonb_array_elements_text(p->'tags'))) with ordinality as u (t, o)
    group by t order by min(o) limit 50) else c.tags end`),
  replace: raw(`case when p ? 'tags' then array(select jsonb_array_elements_text(p->'tags')) else c.tags end`),
}

/** Sets what is given on each contact; answers with those that are other than before. */
export const changeContacts = async (
  db: Db,
  org: string,
  changed: ReadonlyMap<string, Given>,
  how: keyof typeof tagsBy,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
    with next as (
      select c.id, ${merged}, ${keysBy[how]}, ${tagsBy[how]} as tags
      from jsonb_to_recordset(${patches(changed)}::jsonb) as x (id uuid, patch jsonb) cross join lateral (select x.patch as p) y
      join contact c on c.org_id = ${org} and c.id = x.id)
    update contact c set name = n.name, email = n.email, phone = n.phone, title = n.title, country = n.country, language = n.language, company = n.company,
      attributes = n.attributes, tags = n.tags, updated_at = now()
    from next n where c.org_id = ${org} and c.id = n.id
      and (c.name, c.email, c.phone, c.title, c.country, c.language, c.company, c.attributes, c.tags)
        is distinct from (n.name, n.email, n.phone, n.title, n.country, n.language, n.company, n.attributes, n.tags)
    returning c.id`)
  ).map((row) => row.id)

/** An identity belongs to one contact; answers with the contacts that got one. */
export const claimIdentities = async (db: Db, org: string, identities: Plan['identities']): Promise<string[]> =>
  (
    await db.rows<{ contact_id: string }>(sql`
    insert into contact_identity (org_id, provider, external_id, contact_id)
    select ${org}, provider, external_id, contact_id from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) as x (provider text, external_id text, contact_id uuid)
    on conflict do nothing returning contact_id`)
  ).map((row) => row.contact_id)

const insertSuggestions = (db: Db, org: string, suggestions: Plan['suggestions']) =>
  db.run(sql`
    insert into contact_suggestion (org_id, id, contact_id, other_id, reason)
    select ${org}, id, least(contact_id, other_id), greatest(contact_id, other_id), reason
    from jsonb_to_recordset(${JSON.stringify(suggestions.map((one) => ({ id: newId(), ...one })))}::jsonb) as x (id uuid, contact_id uuid, other_id uuid, reason text)
    on conflict do nothing`)
