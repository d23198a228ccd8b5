import type { Evidence } from './types.ts'

export const insightIds = (insights: readonly Evidence[]) => insights.map((insight) => insight.id)

export function byId(a: { id: string }, b: { id: string }): number {
  if (a.id < b.id) return -1
  return a.id > b.id ? 1 : 0
}

export const countEvidenceContacts = (insights: readonly Evidence[]) =>
  new Set(insights.flatMap((insight) => insight.contact_id ?? [])).size

export type EvidenceAuthor = { id: string; contact_id: string | null }

/** Contacts, and every insight without a contact as a person of its own. */
export const countPeople = (insights: readonly EvidenceAuthor[]) =>
  new Set(insights.map((insight) => insight.contact_id ?? insight.id)).size

/** What a sentence counts: customers where all are known, else insights. */
export type EvidenceUnit = 'customer' | 'insight'
export const unitOf = (insights: readonly Evidence[]): EvidenceUnit =>
  insights.every((one) => one.contact_id !== null) ? 'customer' : 'insight'
export const countIn = (unit: EvidenceUnit, insights: readonly Evidence[]) =>
  unit === 'customer' ? countEvidenceContacts(insights) : insights.length
