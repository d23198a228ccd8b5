import type { Static } from 'typebox'
import type { ContactWrite } from '#contract/resources/contacts.ts'

/* Matches a batch of contacts with stored contacts; pure. */

export type ContactFields = Static<typeof ContactWrite>
export type ContactMatch = {
  n: number
  mailbox: string | null
  digits: string | null
  by_identity: string | null
  by_email: string | null
  by_phone: string | null
  /** A contact with this phone and another email. */
  phone_conflict: string | null
  /** Some of the identities belong to no contact yet. */
  unclaimed: boolean
}

export type UpsertPlan = {
  /** The contact of each input. */
  ids: string[]
  created: Map<string, ContactFields>
  changed: Map<string, ContactFields>
  identities: { contact_id: string; provider: string; external_id: string }[]
  suggestions: { contact_id: string; other_id: string; reason: 'email' | 'phone' }[]
}

/** Refuses a contact without any of the keys that it could be found by. */
export const missingKeyMessage = 'needs an email, a phone or an identity'

export const hasKey = ({ email, phone, identities }: ContactFields) =>
  Boolean(email) || Boolean(phone) || Boolean(identities?.length)

const union = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a || b ? [...new Set([...(a ?? []), ...(b ?? [])])].slice(0, 50) : undefined

const mergeCompany = (before: ContactFields['company'], next: ContactFields['company']) => {
  if (next === undefined) return before
  return next && before ? { ...before, ...next } : next
}

/** Later values win, field by field. */
function mergeContactFields(before: ContactFields, next: ContactFields): ContactFields {
  const company = mergeCompany(before.company, next.company)
  const tags = union(before.tags, next.tags)
  const united = <T extends object>(a: T | undefined, b: T | undefined) => (a || b ? { ...a, ...b } : undefined)
  const attributes = united(before.attributes, next.attributes)
  const custom_fields = united(before.custom_fields, next.custom_fields)
  return {
    ...before,
    ...next,
    ...(company !== undefined && { company }),
    ...(tags && { tags }),
    ...(attributes && { attributes }),
    ...(custom_fields && { custom_fields }),
  }
}

/** The contacts that earlier inputs of the batch own, by identity, email and phone. */
type Owners = Map<string, string>
const identityKey = (provider: string, externalId: string) => `identity ${JSON.stringify([provider, externalId])}`
const emailKey = (mailbox: string) => `email ${mailbox}`
const phoneKey = (digits: string) => `phone ${digits}`

function findOwners(fields: ContactFields, match: ContactMatch, owners: Owners) {
  const byIdentity = (fields.identities ?? [])
    .map(({ provider, external_id }) => owners.get(identityKey(provider, external_id)))
    .find((id) => id !== undefined)
  const byEmail = match.mailbox === null ? undefined : (match.by_email ?? owners.get(emailKey(match.mailbox)))
  const batchPhone = match.digits !== null && match.mailbox === null ? owners.get(phoneKey(match.digits)) : undefined
  const byPhone = match.digits === null ? undefined : (match.by_phone ?? batchPhone)
  return { found: match.by_identity ?? byIdentity ?? byEmail ?? byPhone, byEmail, byPhone }
}

/** Matches by identity, then email, then phone, also among the new contacts of the same batch. */
export function planUpsert(
  inputs: readonly ContactFields[],
  matches: readonly ContactMatch[],
  newId: () => string,
): UpsertPlan {
  const plan: UpsertPlan = { ids: [], created: new Map(), changed: new Map(), identities: [], suggestions: [] }
  const owners: Owners = new Map()
  for (const [n, fields] of inputs.entries()) {
    const match = matches[n]!
    const { found, byEmail, byPhone } = findOwners(fields, match, owners)
    const id = found ?? newId()
    plan.ids.push(id)
    for (const { provider, external_id } of fields.identities ?? []) {
      const key = identityKey(provider, external_id)
      if (owners.has(key)) continue
      owners.set(key, id)
      plan.identities.push({ contact_id: id, provider, external_id })
    }
    if (match.mailbox !== null && byEmail === undefined) owners.set(emailKey(match.mailbox), id)
    if (match.digits !== null && !owners.has(phoneKey(match.digits))) owners.set(phoneKey(match.digits), id)
    suggest(plan, id, byEmail, byPhone ?? match.phone_conflict ?? undefined)
    // The email belongs to another contact and is not moved.
    const { email, ...rest } = fields
    const kept = byEmail !== undefined && byEmail !== id ? rest : fields
    const target = found === undefined || plan.created.has(id) ? plan.created : plan.changed
    target.set(id, mergeContactFields(target.get(id) ?? {}, kept))
  }
  return plan
}

function suggest(plan: UpsertPlan, id: string, byEmail: string | undefined, byPhone: string | undefined) {
  if (byEmail !== undefined && byEmail !== id)
    plan.suggestions.push({ contact_id: id, other_id: byEmail, reason: 'email' })
  else if (byPhone !== undefined && byPhone !== id)
    plan.suggestions.push({ contact_id: id, other_id: byPhone, reason: 'phone' })
}
