import { hash, verify } from '@node-rs/argon2'

const argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

const maxAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

/** Hashing is meant to be slow; only so much of it may take processor time from everything else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

let nobody: Promise<string> | undefined

/** Somebody unknown, or known without a password, costs the same work as a wrong password, so the time taken tells nothing. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (nobody ??= hashPassword('nobody has this password')))
  const matches = await inTurn(() => verify(against, password))
  return matches && stored !== null && stored !== undefined
}
