import type { Evidence } from './types.ts'

export const idsOf = (insights: readonly Evidence[]) => insights.map((insight) => insight.id)

export function byId(a: { id: string }, b: { id: string }): number {
  if (a.id < b.id) return -1
  return a.id > b.id ? 1 : 0
}

export const countContacts = (insights: readonly Evidence[]) =>
  new Set(insights.flatMap((insight) => insight.contact_id ?? [])).size

/** Contacts, and every insight without a contact as a person of its own. */
export const countVoices = (insights: readonly Evidence[]) =>
  new Set(insights.map((insight) => insight.contact_id ?? insight.id)).size
