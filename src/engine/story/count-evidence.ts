import type { Evidence } from './types.ts'

export const idsOf = (insights: readonly Evidence[]) => insights.map((insight) => insight.id)

export function byId(a: { id: string }, b: { id: string }): number {
  if (a.id < b.id) return -1
  return a.id > b.id ? 1 : 0
}

export const countContacts = (insights: readonly Evidence[]) =>
  new Set(insights.flatMap((insight) => insight.contact_id ?? [])).size

export type Person = { id: string; contact_id: string | null }

/** Contacts, and every insight without a contact as a person of its own. */
export const countPeople = (insights: readonly Person[]) =>
  new Set(insights.map((insight) => insight.contact_id ?? insight.id)).size

/** What a sentence counts: customers where all are known, else insights. */
export type Unit = 'customer' | 'insight'
export const unitOf = (insights: readonly Evidence[]): Unit =>
  insights.every((one) => one.contact_id !== null) ? 'customer' : 'insight'
export const countIn = (unit: Unit, insights: readonly Evidence[]) =>
  unit === 'customer' ? countContacts(insights) : insights.length
