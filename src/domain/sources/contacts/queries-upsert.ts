import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { ContactFields, ContactMatch, UpsertPlan } from './rules.ts'

/** The stored contacts that each input matches. */
export const findMatches = (db: Db, org: string, inputs: readonly ContactFields[]) => {
  const keys = inputs.map(({ email, phone, identities = [] }, n) => ({ n, email, phone, identities }))
  return db.rows<ContactMatch>(sql`
    with input as materialized (
      select n, identities, mailbox(email) as mailbox, phone_digits(phone) as digits
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        as x (n integer, email text, phone text, identities jsonb))
    select input.n, input.mailbox, input.digits, identity.by_identity,
      coalesce(identity.unclaimed, false) as unclaimed,
      (select c.id from contact c
        where c.org_id = ${org} and c.mailbox = input.mailbox and c.deleted_at is null) as by_email,
      phone.id as by_phone,
      (select c.id from contact c
        where c.org_id = ${org} and c.phone_digits = input.digits and c.deleted_at is null and phone.id is null
        order by c.id limit 1) as phone_conflict
    from input
    left join lateral (
      select min(i.contact_id::text)::uuid as by_identity, bool_or(i.contact_id is null) as unclaimed
      from jsonb_to_recordset(input.identities) as x (provider text, external_id text)
      left join contact_identity i
        on i.org_id = ${org} and i.provider = x.provider and i.external_id = x.external_id) identity on true
    left join lateral (
      select c.id from contact c
      where c.org_id = ${org} and c.phone_digits = input.digits and c.deleted_at is null
        and (input.mailbox is null or c.mailbox is null or c.mailbox = input.mailbox)
      order by c.id limit 1) phone on true
    order by input.n`)
}

const patches = (contacts: ReadonlyMap<string, ContactFields>) =>
  JSON.stringify([...contacts].map(([id, { identities: _, ...patch }]) => ({ id, patch })))

export const insertContacts = (db: Db, org: string, created: UpsertPlan['created']) =>
  db.run(sql`
    insert into contact (org_id, id, name, email, phone, title, company, country, language, attributes, tags)
    select ${org}, id, p->>'name', p->>'email', p->>'phone', p->>'title',
      jsonb_strip_nulls(nullif(p->'company', 'null')), p->>'country', p->>'language',
      jsonb_strip_nulls(coalesce(p->'attributes', '{}')), array(select jsonb_array_elements_text(p->'tags'))
    from jsonb_to_recordset(${patches(created)}::jsonb) as x (id uuid, patch jsonb)
    cross join lateral (select x.patch as p) y`)

const text = (name: string) => `case when p ? '${name}' then p->>'${name}' else c.${name} end`
const mergedColumns = raw(`
  ${text('name')} as name, ${text('title')} as title, ${text('country')} as country, ${text('language')} as language,
  case when p->'company' = 'null' then null when p ? 'company' then
    jsonb_strip_nulls(coalesce(c.company, '{}') || (p->'company')
      || case when p->'company' ? 'attributes'
        then jsonb_build_object('attributes', coalesce(c.company->'attributes', '{}') || (p->'company'->'attributes'))
        else '{}' end)
  else c.company end as company,
  case when p ? 'attributes' then jsonb_strip_nulls(c.attributes || (p->'attributes')) else c.attributes end
    as attributes`)

const unlessEquivalent = (name: string, normalized: string) => `
  case when p ? '${name}' and ${normalized}(p->>'${name}') is distinct from c.${normalized}
    then p->>'${name}' else c.${name} end as ${name}`
/** `add`, for an upsert, keeps the first spelling of email and phone and unites tags; `replace` sets what is given. */
const keyColumns = {
  add: raw(`${unlessEquivalent('email', 'mailbox')}, ${unlessEquivalent('phone', 'phone_digits')}`),
  replace: raw(`${text('email')} as email, ${text('phone')} as phone`),
}
const tagColumn = {
  add: raw(`case when p ? 'tags' then array(
    select t from unnest(c.tags || array(select jsonb_array_elements_text(p->'tags'))) with ordinality as u (t, o)
    group by t order by min(o) limit 50) else c.tags end`),
  replace: raw(`case when p ? 'tags' then array(select jsonb_array_elements_text(p->'tags')) else c.tags end`),
}

/** Sets the given fields and returns the contacts that changed. */
export const updateContacts = async (
  db: Db,
  org: string,
  changed: ReadonlyMap<string, ContactFields>,
  mode: keyof typeof tagColumn,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      with next as (
        select c.id, ${mergedColumns}, ${keyColumns[mode]}, ${tagColumn[mode]} as tags
        from jsonb_to_recordset(${patches(changed)}::jsonb) as x (id uuid, patch jsonb)
        cross join lateral (select x.patch as p) y
        join contact c on c.org_id = ${org} and c.id = x.id)
      update contact c set name = n.name, email = n.email, phone = n.phone, title = n.title, country = n.country,
        language = n.language, company = n.company, attributes = n.attributes, tags = n.tags, updated_at = now()
      from next n where c.org_id = ${org} and c.id = n.id
        and (c.name, c.email, c.phone, c.title, c.country, c.language, c.company, c.attributes, c.tags)
          is distinct from
          (n.name, n.email, n.phone, n.title, n.country, n.language, n.company, n.attributes, n.tags)
      returning c.id`)
  ).map((row) => row.id)

/** Adds identities that no contact has yet and returns the contacts that got one. */
export const insertIdentities = async (db: Db, org: string, identities: UpsertPlan['identities']): Promise<string[]> =>
  (
    await db.rows<{ contact_id: string }>(sql`
      insert into contact_identity (org_id, provider, external_id, contact_id)
      select ${org}, provider, external_id, contact_id
      from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb)
        as x (provider text, external_id text, contact_id uuid)
      on conflict do nothing returning contact_id`)
  ).map((row) => row.contact_id)

export const insertSuggestions = (db: Db, org: string, suggestions: UpsertPlan['suggestions']) => {
  const rows = suggestions.map((suggestion) => ({ id: newId(), ...suggestion }))
  return db.run(sql`
    insert into contact_suggestion (org_id, id, contact_id, other_id, reason)
    select ${org}, id, least(contact_id, other_id), greatest(contact_id, other_id), reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, contact_id uuid, other_id uuid, reason text)
    on conflict do nothing`)
}
