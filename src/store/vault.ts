import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets that have to be read again; a sealed one opens only in the place it was sealed for. */
export type Vault = {
  seal(text: string, place: string): Buffer
  open(sealed: Buffer, place: string): string
}

const algorithm = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16

const vaults = new Map<string, Vault>()

/** One key for all secrets of an installation, derived from its own; with SECRET_KEY set, a copy of the database alone opens none of them. */
export function vaultFor(secret: string): Vault {
  let vault = vaults.get(secret)
  if (!vault)
    vaults.set(secret, (vault = createVault(Buffer.from(hkdfSync('sha256', secret, '', 'earshot vault 1', 32)))))
  return vault
}

const createVault = (key: Buffer): Vault => ({
  seal(text, place) {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place))
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), hidden])
  },
  open(sealed, place) {
    if (sealed[0] !== version) throw new Error('sealed in a way this version does not know')
    const nonce = sealed.subarray(1, 1 + nonceBytes)
    const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
    const cipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag)
    return cipher.update(sealed.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + cipher.final('utf8')
  },
})
