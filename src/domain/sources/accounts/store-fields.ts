import type { Static } from 'typebox'
import type { AccountInput } from '#contract/resources/accounts.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, throwApiError } from '#domain/errors.ts'
import { isActiveMember } from '#domain/access/members/queries.ts'
import { withCheckedFields } from '#domain/custom-fields/values.ts'
import { newId } from '#store/ids.ts'
import type { PatchMode } from '#store/table/patch-writes.ts'
import { isPublicMailDomain } from './domains.ts'
import { addIdentities, deleteOtherIdentities, listIdentities, listTakenDomains, syncDomains } from './queries-keys.ts'
import { type AccountPatch, insertAccount, updateAccount } from './queries.ts'

export type AccountFields = Static<typeof AccountInput>

/** Columns of the fields; the revenue has three. */
function patchOf({ identities: _, revenue, ...fields }: AccountFields): AccountPatch {
  if (revenue === undefined) return fields
  const { amount = null, currency = null, period = null } = revenue ?? {}
  return { ...fields, revenue_amount: amount, revenue_currency: currency, revenue_period: period }
}

/** The fields as they are stored; refuses what no account can have. */
export async function requireValid({ db, org }: Ctx, fields: AccountFields): Promise<AccountFields> {
  const { domains = [], mail_domains = [], owner_id } = fields
  for (const [field, list] of Object.entries({ domains, mail_domains }))
    for (const domain of list)
      if (isPublicMailDomain(domain))
        invalidField(`body.${field}`, `${domain} has mail addresses of people of many companies`)
  if (owner_id && !(await isActiveMember(db, org, owner_id)))
    invalidField('body.owner_id', 'is not an active member of this organization')
  return withCheckedFields({ db, org }, 'account', fields)
}

async function requireFreeDomains({ db, org }: Ctx, id: string, { domains = [], mail_domains = [] }: AccountFields) {
  const wanted = [...domains, ...mail_domains]
  const taken = wanted.length ? await listTakenDomains(db, org, wanted, id) : []
  if (taken.length) throwApiError('DUPLICATE', `Another account has the domain ${taken.join(', ')}; merge the two.`)
}

/** Returns whether an identity was added or removed. */
async function storeIdentities({ db, org }: Ctx, id: string, identities: AccountFields['identities'], mode: PatchMode) {
  if (!identities) return false
  const removed = mode === 'replace' ? await deleteOtherIdentities(db, org, id, identities) : []
  const added = identities.length ? await addIdentities(db, org, id, identities) : []
  const own = new Set((await listIdentities(db, org, id)).map((one) => JSON.stringify([one.provider, one.external_id])))
  if (identities.some((one) => !own.has(JSON.stringify([one.provider, one.external_id]))))
    throwApiError('DUPLICATE', 'Another account has one of these ids; merge the two.')
  return added.length > 0 || removed.length > 0
}

/** Writes to an account that is locked. Returns whether it changed. */
export async function storeFields(ctx: Ctx, id: string, fields: AccountFields, mode: PatchMode): Promise<boolean> {
  const { db, org } = ctx
  await requireFreeDomains(ctx, id, fields)
  const changed = await updateAccount(db, org, id, { patch: patchOf(fields), mode })
  if (fields.domains || fields.mail_domains) await syncDomains(db, org, [id])
  return (await storeIdentities(ctx, id, fields.identities, mode)) || changed
}

export async function createAccount(ctx: Ctx, fields: AccountFields): Promise<string> {
  const { db, org } = ctx
  const id = newId()
  await requireFreeDomains(ctx, id, fields)
  await insertAccount(db, org, id, patchOf(fields))
  await syncDomains(db, org, [id])
  await storeIdentities(ctx, id, fields.identities, 'add')
  return id
}
