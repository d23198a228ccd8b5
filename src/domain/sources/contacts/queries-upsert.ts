import { affiliation } from '#domain/sources/accounts/queries-companies.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { type PatchMode, patchWrites } from '#store/table/patch-writes.ts'
import { contactTable } from './table.ts'
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
  JSON.stringify([...contacts].map(([id, { identities: _, account_identity: __, ...patch }]) => ({ id, patch })))

const writes = patchWrites(contactTable)

type CompanyFacts = {
  id: string
  email: string | null
  account_id: string | null
  company: ContactFields['company'] | null
  affiliation: string
}

const nextCompany = writes.nextOf('company', 'add')

/** The companies that contacts have when these patches are written. */
export const listCompanies = (db: Db, org: string, changes: readonly { id: string; patch: object }[]) =>
  db.rows<CompanyFacts>(sql`
    select c.id, c.email, c.account_id, ${nextCompany}, ${affiliation}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as x (id uuid, patch jsonb)
    cross join lateral (select x.patch as p) y
    join contact c on c.org_id = ${org} and c.id = x.id`)

export const insertContacts = (db: Db, org: string, created: UpsertPlan['created']) =>
  db.run(sql`
    insert into contact (org_id, id, ${writes.names})
    select ${org}, id, ${writes.inserted}
    from jsonb_to_recordset(${patches(created)}::jsonb) as x (id uuid, patch jsonb)
    cross join lateral (select x.patch as p) y`)

/** Sets the given fields and returns the contacts that changed. */
export const updateContacts = async (
  db: Db,
  org: string,
  changed: ReadonlyMap<string, ContactFields>,
  mode: PatchMode,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      with next as (
        select c.id, ${writes.next[mode]}
        from jsonb_to_recordset(${patches(changed)}::jsonb) as x (id uuid, patch jsonb)
        cross join lateral (select x.patch as p) y
        join contact c on c.org_id = ${org} and c.id = x.id)
      update contact c set ${writes.assigned}, updated_at = now()
      from next n where c.org_id = ${org} and c.id = n.id and ${writes.changed}
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
