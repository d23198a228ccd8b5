import { createHash, randomBytes } from 'node:crypto'
import { throwApiError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import type { SealedTable } from '#store/sealed-tables.ts'
import type { Vault } from '#store/vault.ts'
import {
  findSecondFactor,
  updateConfirmed,
  updateLastStep,
  updateRecoveryCodes,
  upsertSecondFactor,
  useRecoveryCode,
} from './queries-second-factors.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/* The second factor of a person: a code of an app, or a recovery code. */

const contextOf = (user: string) => `user_second_factor ${user}`

export const sealedSecondFactors: SealedTable = {
  table: 'user_second_factor',
  id: 'user_id',
  columns: { secret: (_org, user) => contextOf(user) },
  isGlobal: true,
}

const recoveryCodeCount = 10
const recoveryCodeBytes = 10

/** Four groups of five hexadecimal digits: 80 random bits. */
const newRecoveryCode = () => randomBytes(recoveryCodeBytes).toString('hex').match(/.{5}/g)!.join('-')

/** A fast digest is enough for what nobody can guess. */
const digestOf = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^0-9a-f]/g, ''))
    .digest()

type Person = { id: string; email: string }

/** Does not count until a code has confirmed it. */
export async function beginSecondFactor(db: Db, vault: Vault, { id, email }: Person) {
  const secret = newTotpSecret()
  if ((await upsertSecondFactor(db, id, vault.seal(secret, contextOf(id)))) === 0)
    throwApiError('INVALID_STATE', 'A second factor is set up already; switch it off first.')
  return { secret, uri: totpUri(secret, email) }
}

/** Returns the recovery codes, which are stored as digests; undefined where the code is wrong. */
export async function confirmSecondFactor(
  db: Db,
  vault: Vault,
  user: string,
  code: string,
): Promise<string[] | undefined> {
  const factor = await findSecondFactor(db, user)
  if (!factor || factor.confirmed_at !== null)
    throwApiError('INVALID_STATE', 'No second factor is being set up; begin again.')
  if (!(await acceptCode(db, vault, user, code))) return undefined
  await updateConfirmed(db, user)
  return replaceRecoveryCodes(db, user)
}

export async function replaceRecoveryCodes(db: Db, user: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await updateRecoveryCodes(db, user, codes.map(digestOf))
  return codes
}

/** Accepts each code once. */
async function acceptCode(db: Db, vault: Vault, user: string, code: string): Promise<boolean> {
  const factor = await findSecondFactor(db, user)
  const step = factor && stepOfCode(vault.open(factor.secret, contextOf(user)), code, new Date())
  return step !== undefined && (await updateLastStep(db, user, step)) === 1
}

/** By what a person has proved themselves; undefined where the code is neither. */
export async function acceptSecondFactor(
  db: Db,
  vault: Vault,
  user: string,
  typed: string,
): Promise<'app' | 'recovery_code' | undefined> {
  const code = typed.replace(/\s/g, '')
  if (/^\d{6}$/.test(code)) return (await acceptCode(db, vault, user, code)) ? 'app' : undefined
  return (await useRecoveryCode(db, user, digestOf(code))) === 1 ? 'recovery_code' : undefined
}

/** The set-up that a sign-in has to prove; undefined without one. */
export async function confirmedSetup(db: Db, user: string): Promise<string | undefined> {
  const factor = await findSecondFactor(db, user)
  return factor?.confirmed_at ? factor.setup : undefined
}
