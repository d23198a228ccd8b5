import { hash, randomBytes } from 'node:crypto'

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits. */
export const newShareToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. */
export const shareTokenHash = (token: string): string => hash('sha256', `share-link:${token}`, 'base64url')

export const isShareToken = (token: string): boolean => tokenPattern.test(token)
