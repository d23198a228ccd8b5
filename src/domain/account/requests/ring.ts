import { newId } from '#store/ids.ts'

/* The latest requests of API keys, in memory: asking costs nothing to remember, and a restart begins anew. */

export type RequestEntry = {
  id: string
  method: string
  path: string
  status: number
  code: string | null
  duration_ms: number
  request_id: string
  key_id: string
  user_id: string
  created_at: string
}

/** Enough to see what a program just did; bounded, however many organizations and requests there are. */
export const mostPerOrganization = 500
const mostOrganizations = 1000

const rings = new Map<string, RequestEntry[]>()

export function remember(org: string, entry: Omit<RequestEntry, 'id' | 'created_at'>) {
  const ring = rings.get(org) ?? []
  ring.push({ id: newId(), ...entry, created_at: new Date().toISOString() })
  if (ring.length > mostPerOrganization) ring.shift()
  // Whoever asked last stands last, so the first is the one that has been quiet for longest.
  rings.delete(org)
  rings.set(org, ring)
  if (rings.size > mostOrganizations) rings.delete(rings.keys().next().value!)
}

export const requestsOf = (org: string): readonly RequestEntry[] => rings.get(org) ?? []
