import { newId } from '#store/ids.ts'
import type { SecretOrKeys } from '#store/secret-keys.ts'
import { signValue, verifySigned } from '#api/auth/signed-value.ts'

/* A token per opened form: people take a moment to write, and a submission sent twice is stored once. */

const minAgeMs = 1000
const maxAgeMs = 24 * 60 * 60_000
const purposeOf = (key: string) => `widget form ${key} `

export const newFormToken = (key: string, secret: SecretOrKeys, now = Date.now()): string =>
  signValue(`${newId()}_${now}`, secret, purposeOf(key))

type FormToken = { submission: string } | { problem: string }

export function readFormToken(token: string, key: string, secret: SecretOrKeys, now = Date.now()): FormToken {
  const [submission, time] = verifySigned(token, secret, purposeOf(key))?.split('_') ?? []
  if (!submission) return { problem: 'is not a token of this widget' }
  const ageMs = now - Number(time)
  if (ageMs < minAgeMs) return { problem: 'was used too soon; wait a second and send again' }
  return ageMs > maxAgeMs ? { problem: 'has expired; load the form again' } : { submission }
}
