import { OutboundError } from '#outbound/failure.ts'
import type { PullAnswer, PullFailure } from './provider.ts'

/* Errors of a pull in plain words: what happened and what to do. */

/** Ends a run; without `retryAt` a person has to act before it can succeed. */
export class PullError extends Error {
  readonly failure: PullFailure
  constructor(failure: PullFailure) {
    super(failure.message)
    this.name = 'PullError'
    this.failure = failure
  }
}

/** The budget of the run is used up; the next one continues. */
export class BudgetUsedError extends Error {}

const retryMinutes = 15

export function statusFailure(name: string, { status }: PullAnswer, now: number): PullFailure {
  const retryAt = now + retryMinutes * 60_000
  if (status === 401)
    return {
      code: 'credential_refused',
      message: `${name} refused the credential (401).`,
      action: 'Create a new credential as described in the steps, and enter it here.',
    }
  if (status === 403)
    return {
      code: 'not_allowed',
      message: `${name} does not allow this credential to read the data (403).`,
      action: 'Give the credential the permissions that the steps name, or create another one.',
    }
  if (status === 404 || status === 410)
    return {
      code: 'not_found',
      message: `${name} has nothing at the configured address (${status}).`,
      action: 'Check the settings: a name or an id may be misspelled or deleted.',
    }
  if (status >= 500)
    return {
      code: 'unavailable',
      message: `${name} has a problem of its own (${status}).`,
      action: 'Nothing to do: Earshot tries again by itself.',
      retryAt,
    }
  return {
    code: 'request_refused',
    message: `${name} did not accept a request (${status}).`,
    action: 'Check the settings. If they are right, its API may have changed: please report it.',
  }
}

export function rateLimitFailure(name: string, retryAt: number): PullFailure {
  return {
    code: 'rate_limited',
    message: `${name} asked to wait because there were too many requests (429).`,
    action: 'Nothing to do: Earshot continues when the wait is over.',
    retryAt,
  }
}

export const unreadable = (name: string, now: number): PullFailure => ({
  code: 'unreadable',
  message: `${name} answered something that cannot be read.`,
  action: 'Check the address. If it is right, Earshot tries again by itself.',
  retryAt: now + retryMinutes * 60_000,
})

export const credentialFailure = (message: string): PullFailure => ({
  code: 'credential_refused',
  message,
  action: 'Enter the credential again as described in the steps.',
})

export const noProgress = (name: string): PullFailure => ({
  code: 'no_progress',
  message: `${name} answered the same page again and again.`,
  action: 'Fetch again from a date. If that does not help, please report it.',
})

export function connectionFailure(name: string, { code, message }: OutboundError, now: number): PullFailure {
  if (code === 'REFUSED')
    return {
      code: 'address_refused',
      message: `Earshot may not connect to this address: ${message}`,
      action: 'Check the address, or ask an operator to change the setting.',
    }
  return {
    code: 'unreachable',
    message: `${name} did not answer: ${message}`,
    action: 'Nothing to do if it is a short outage: Earshot tries again by itself. Otherwise check the settings.',
    retryAt: now + retryMinutes * 60_000,
  }
}
