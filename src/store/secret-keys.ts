import { hkdfSync } from 'node:crypto'

/** `current` signs and encrypts what is written; the previous keys only read what was written with them. */
export type SecretKeys = { current: string; previous: readonly string[] }
export type SecretOrKeys = string | SecretKeys

export const currentKey = (secret: SecretOrKeys): string => (typeof secret === 'string' ? secret : secret.current)

export const allKeys = (secret: SecretOrKeys): readonly string[] =>
  typeof secret === 'string' ? [secret] : [secret.current, ...secret.previous]

/** Recognizes a key without revealing it. */
export const keyCheck = (key: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'earshot key check 1', 16)).toString('base64url')
