import type { Static } from 'typebox'
import type { ContactInput } from '#contract/resources/contacts.ts'
import { type AccountWrites, planAccountWrites } from '#domain/sources/accounts/companies.ts'
import { concernsAccount } from '#domain/sources/accounts/plan-accounts.ts'
import type { Db } from '#store/open.ts'
import { listCompanies } from './queries-upsert.ts'

/** A contact that is about to be written. */
type WrittenContact = {
  id: string
  is_new: boolean
  fields: Pick<Static<typeof ContactInput>, 'email' | 'company' | 'account_identity'>
}

/** What these contacts change of accounts; before any of them is locked. */
export async function planAffiliations(
  db: Db,
  org: string,
  written: readonly WrittenContact[],
): Promise<AccountWrites> {
  const concerned = written.filter(({ id, is_new, fields: { email = null, company, account_identity } }) =>
    concernsAccount({ contact_id: id, is_new, email, patch: company, identity: account_identity }),
  )
  // A new contact has what was sent of it.
  const known = concerned.filter(({ is_new }) => !is_new)
  const patches = known.map(({ id, fields: { company } }) => ({ id, patch: { company } }))
  const stored = new Map((known.length ? await listCompanies(db, org, patches) : []).map((row) => [row.id, row]))
  const links = concerned.map(({ id, is_new, fields }) => {
    const { email, company } = { ...fields, ...stored.get(id) }
    return {
      contact_id: id,
      is_new,
      email: (fields.email === undefined ? email : fields.email) ?? null,
      account_id: stored.get(id)?.account_id ?? null,
      company: company ?? null,
      patch: fields.company,
      identity: fields.account_identity,
    }
  })
  return planAccountWrites(db, org, links, new Map([...stored].map(([id, row]) => [id, row.affiliation])))
}
