import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

const argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Password hashing is slow on purpose; this bounds how many processor cores it may occupy. */
const limitConcurrency = pLimit(2)

export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => hash(password, cost))

let decoyHash: Promise<string> | undefined

/** Verifies against a decoy when there is no stored hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const storedOrDecoy = stored ?? (await (decoyHash ??= hashPassword('decoy password')))
  const matches = await limitConcurrency(() => verify(storedOrDecoy, password))
  return matches && stored !== null && stored !== undefined
}
