import { asFetch } from '#outbound/as-fetch.ts'
import { toAnyNetwork } from '#serve/dependencies.ts'

/** What `earshot doctor` found, and what to do about it. */
export type DoctorFinding = {
  subject: string
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  text: string
  hint?: string
}

export type CheckResult = Omit<DoctorFinding, 'subject'>

export const ok = (text: string): CheckResult => ({ status: 'ok', text })
export const skipped = (text: string): CheckResult => ({ status: 'skipped', text })
export const warning = (text: string, hint: string): CheckResult => ({ status: 'warning', text, hint })
export const failed = (text: string, hint: string): CheckResult => ({ status: 'failed', text, hint })

const timeoutMs = 10_000
const limits = { bytes: 1024 * 1024, ms: timeoutMs, redirects: 0 }

/** A request to something that the operator has configured, which may be at a private address. */
export const fetchConfigured = (url: string, init: RequestInit = {}) => asFetch(toAnyNetwork(), limits)(url, init)
