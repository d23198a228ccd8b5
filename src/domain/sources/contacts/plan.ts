import type { Static } from 'typebox'
import type { ContactInput } from '#contract/resources/contacts.ts'

/* Who is who in a batch of contacts: pure decisions on what the store found. */

export type Given = Static<typeof ContactInput>
export type Match = {
  n: number
  mailbox: string | null
  digits: string | null
  by_identity: string | null
  by_email: string | null
  by_phone: string | null
  /** Somebody with this phone who goes by another email. */
  namesake: string | null
  /** Of the identities given, those nobody has. */
  unclaimed: boolean
}

export type Plan = {
  /** For each input, the contact that it means. */
  ids: string[]
  created: Map<string, Given>
  changed: Map<string, Given>
  identities: { contact_id: string; provider: string; external_id: string }[]
  suggestions: { contact_id: string; other_id: string; reason: 'email' | 'phone' }[]
}

export const hasKey = ({ email, phone, identities }: Given) =>
  Boolean(email) || Boolean(phone) || Boolean(identities?.length)

const union = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a || b ? [...new Set([...(a ?? []), ...(b ?? [])])].slice(0, 50) : undefined

/** The later word counts, field by field. */
export function fold(before: Given, next: Given): Given {
  const company =
    next.company && before.company
      ? { ...before.company, ...next.company }
      : next.company === undefined
        ? before.company
        : next.company
  const tags = union(before.tags, next.tags)
  const attributes = before.attributes || next.attributes ? { ...before.attributes, ...next.attributes } : undefined
  return {
    ...before,
    ...next,
    ...(company !== undefined && { company }),
    ...(tags && { tags }),
    ...(attributes && { attributes }),
  }
}

/** By identity, then email, then phone; a batch knows its own newcomers by the same three. */
export function planUpsert(inputs: readonly Given[], matches: readonly Match[], newId: () => string): Plan {
  const plan: Plan = { ids: [], created: new Map(), changed: new Map(), identities: [], suggestions: [] }
  const owners = new Map<string, string>()
  for (const [n, given] of inputs.entries()) {
    const match = matches[n]!
    const identities = (given.identities ?? []).map((identity) => ({
      ...identity,
      key: `i ${JSON.stringify([identity.provider, identity.external_id])}`,
    }))
    const known = identities.map(({ key }) => owners.get(key)).find((id) => id !== undefined)
    const byEmail = match.mailbox === null ? undefined : (match.by_email ?? owners.get(`m ${match.mailbox}`))
    const byPhone =
      match.digits === null
        ? undefined
        : (match.by_phone ?? (match.mailbox === null ? owners.get(`p ${match.digits}`) : undefined))
    const found = match.by_identity ?? known ?? byEmail ?? byPhone
    const id = found ?? newId()
    plan.ids.push(id)
    for (const { key, provider, external_id } of identities) {
      if (owners.has(key)) continue
      owners.set(key, id)
      plan.identities.push({ contact_id: id, provider, external_id })
    }
    if (match.mailbox !== null && byEmail === undefined) owners.set(`m ${match.mailbox}`, id)
    if (match.digits !== null && !owners.has(`p ${match.digits}`)) owners.set(`p ${match.digits}`, id)
    suggest(plan, id, byEmail, byPhone ?? match.namesake ?? undefined)
    // An email that is somebody else's stays theirs.
    const { email, ...rest } = given
    const kept = byEmail !== undefined && byEmail !== id ? rest : given
    const into = found === undefined || plan.created.has(id) ? plan.created : plan.changed
    into.set(id, fold(into.get(id) ?? {}, kept))
  }
  return plan
}

function suggest(plan: Plan, id: string, byEmail: string | undefined, byPhone: string | undefined) {
  if (byEmail !== undefined && byEmail !== id)
    plan.suggestions.push({ contact_id: id, other_id: byEmail, reason: 'email' })
  else if (byPhone !== undefined && byPhone !== id)
    plan.suggestions.push({ contact_id: id, other_id: byPhone, reason: 'phone' })
}
