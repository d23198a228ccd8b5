import { effectOf } from './effects.ts'
import type { AuditRule, Route } from './route.ts'

type Fields = Readonly<Record<string, unknown>>

/** Where an update or an action sets a status, it only removes by archiving. */
const setsStatus = (route: Route, action: unknown) => {
  const { properties = {} } = (route.actions ? route.actions[String(action)] : route.body) ?? {}
  return 'status' in properties || 'archived' in properties
}

function removes(route: Route, { action, status, archived }: Fields): boolean {
  if (effectOf(route, action as string | undefined) !== 'removes') return false
  return !setsStatus(route, action) || status === 'archived' || archived === true
}

/**
 * What an audit has to show: writes of admins with their changes, and with ids alone what removes, archives or merges
 * data. A read is recorded where it returns a file.
 */
export function auditOf(route: Route, input: Fields = {}): AuditRule | undefined {
  if (route.audit !== undefined) return route.audit || undefined
  if (route.readOnly) return undefined
  if (route.method === 'GET') return route.produces && 'ids'
  if (route.admin) return 'changes'
  return removes(route, input) ? 'ids' : undefined
}
