import { hash, verify } from '@node-rs/argon2'

const argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

const maxConcurrentHashes = 2
let running = 0
const waiting: (() => void)[] = []

/** Password hashing is slow on purpose; this bounds how many processor cores it may occupy. */
async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrentHashes) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => hash(password, cost))

let decoyHash: Promise<string> | undefined

/** Verifies against a decoy when there is no stored hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const storedOrDecoy = stored ?? (await (decoyHash ??= hashPassword('decoy password')))
  const matches = await limitConcurrency(() => verify(storedOrDecoy, password))
  return matches && stored !== null && stored !== undefined
}
