import { userInfo } from 'node:os'
import type { AuditActor } from './queries-insert.ts'

/** The account that runs a command on the server; in a container it may have no name. */
export function commandActor(): AuditActor {
  try {
    return { type: 'command', id: userInfo().username }
  } catch {
    return { type: 'command', id: String(process.getuid?.() ?? '') || null }
  }
}
