import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { allKeys, type SecretOrKeys } from './secret-keys.ts'

/** Encrypts stored secrets; a sealed value opens only in the context (table and row) it was sealed for. */
export type Vault = {
  seal(text: string, context: string): Buffer
  open(sealed: Buffer, context: string): string
}

const algorithm = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16

const vaults = new Map<string, Vault>()

/** Seals with the current key, and opens what was sealed with any of them. */
export function vaultFor(secret: SecretOrKeys): Vault {
  const [current, ...previous] = allKeys(secret).map(vaultOfKey)
  if (previous.length === 0) return current!
  return { seal: current!.seal, open: (sealed, context) => openWithAny([current!, ...previous], sealed, context) }
}

function openWithAny([first, ...others]: Vault[], sealed: Buffer, context: string): string {
  try {
    return first!.open(sealed, context)
  } catch (error) {
    if (others.length === 0) throw error
    return openWithAny(others, sealed, context)
  }
}

/**
 * One key for all secrets, derived from the installation's; with SECRET_KEY set, a database copy alone reveals none.
 */
function vaultOfKey(secret: string): Vault {
  let vault = vaults.get(secret)
  if (!vault)
    vaults.set(secret, (vault = createVault(Buffer.from(hkdfSync('sha256', secret, '', 'earshot vault 1', 32)))))
  return vault
}

const createVault = (key: Buffer): Vault => ({
  seal(text, context) {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext])
  },
  open(sealed, context) {
    if (sealed[0] !== version) throw new Error('sealed in a format this version does not know')
    const nonce = sealed.subarray(1, 1 + nonceBytes)
    const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
    const cipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
    return cipher.update(sealed.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + cipher.final('utf8')
  },
})
