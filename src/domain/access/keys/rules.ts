import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 43
const checksumLength = 6
const publishableLength = 22

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text
  return text
}

const checksum = (text: string) => base62(BigInt(crc32(text)), checksumLength)

/** `ear_eu_` + 256 random bits + a checksum, so that a mistyped key is recognized without a database lookup. */
export function newKey(prefix: string, region: string): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  const body = `${prefix}_${region}_${random}`
  return body + checksum(body)
}

/** A public key for one survey page; its prefix differs from every API key. */
export const newPublishableKey = (prefix: string): string =>
  `${prefix}pub_${base62(BigInt(`0x${randomBytes(16).toString('hex')}`), publishableLength)}`

const publishable = /^[a-z][a-z0-9]{1,9}pub_[0-9A-Za-z]{22}$/
export const isPublishable = (key: string) => publishable.test(key)

const secretPart = /^[0-9A-Za-z]{49}$/

/** True only for a key of this server's prefix and region with the right checksum. */
export function isWellFormed(key: string, prefix: string, region: string): boolean {
  const start = `${prefix}_${region}_`
  if (!key.startsWith(start) || !secretPart.test(key.slice(start.length))) return false
  const body = key.slice(0, -checksumLength)
  return checksum(body) === key.slice(-checksumLength)
}

export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const hintOf = (key: string): string => `${key.slice(0, key.lastIndexOf('_') + 1)}…${key.slice(-4)}`
