import { createHash } from 'node:crypto'
import { throwApiError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { type AttemptLimit, countAttempt, deleteLatestAttempt } from './queries-attempts.ts'
import { normalizeEmail } from './queries-users.ts'

/*
 * Sliding windows in the database, so that they hold across processes and restarts.
 * Counted outside any transaction: an attempt that is rolled back would not count.
 */

const perAccount: AttemptLimit = { name: 'sign-in', max: 10, seconds: 15 * 60 }
/** Six digits can be guessed: as many as wrong passwords. */
const codesPerAccount: AttemptLimit = { name: 'second-factor', max: 10, seconds: 15 * 60 }
const perAddress: AttemptLimit = { name: 'address', max: 30, seconds: 60 }
/** Keeps unwanted reset emails to a minimum. */
const resetsPerAccount: AttemptLimit = { name: 'reset', max: 3, seconds: 15 * 60 }

const sharePasswordsPerReader: AttemptLimit = { name: 'share', max: 10, seconds: 15 * 60 }
/** From all addresses together; far more than readers mistype. */
const sharePasswordsPerLink: AttemptLimit = { name: 'share-link', max: 100, seconds: 15 * 60 }

/** Called before every check of the password of a shared page. */
export async function limitSharePasswords(db: Db, link: string, network: string): Promise<UncountAttempt> {
  const counted = [
    await limitAttempts(db, sharePasswordsPerReader, `${link} ${network}`),
    await limitAttempts(db, sharePasswordsPerLink, link),
  ]
  return async () => void (await Promise.all(counted.map((uncount) => uncount())))
}

/** Called before every password check, whether the account exists or not; a known device has its own count. */
export const limitSignInAttempts = (db: Db, email: string, device = '') =>
  limitAttempts(db, perAccount, `${normalizeEmail(email)} ${device}`)
export const limitResetRequests = (db: Db, email: string) => limitAttempts(db, resetsPerAccount, normalizeEmail(email))
export const limitAttemptsPerAddress = (db: Db, network: string) => limitAttempts(db, perAddress, network)

type PasswordAttempt = { network: string; email: string; device: string | undefined }

/** Both limits of a password check. */
export async function limitPasswordAttempts(
  db: Db,
  { network, email, device }: PasswordAttempt,
): Promise<UncountAttempt> {
  const counted = [await limitAttemptsPerAddress(db, network), await limitSignInAttempts(db, email, device)]
  return async () => void (await Promise.all(counted.map((uncount) => uncount())))
}

/** Both limits of a code of a second factor. */
export async function limitCodeAttempts(db: Db, network: string, user: string): Promise<UncountAttempt> {
  const counted = [await limitAttemptsPerAddress(db, network), await limitAttempts(db, codesPerAccount, user)]
  return async () => void (await Promise.all(counted.map((uncount) => uncount())))
}

/** Stored as a hash: what was typed may be anything, and nobody needs to read it. */
const hashOf = (caller: string) => createHash('sha256').update(caller).digest('hex')

/** Uncounts an attempt that succeeded; one that stays counted because the database is away does no harm. */
type UncountAttempt = () => Promise<void>

async function limitAttempts(db: Db, limit: AttemptLimit, text: string): Promise<UncountAttempt> {
  const caller = hashOf(text)
  const seconds = await countAttempt(db, limit, caller)
  if (seconds > 0)
    throwApiError('RATE_LIMITED', 'Too many attempts; retry after the seconds in Retry-After.', {
      retryAfterSeconds: seconds,
    })
  return () =>
    deleteLatestAttempt(db, limit, caller).then(
      () => {},
      () => {},
    )
}
