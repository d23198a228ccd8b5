import { createHash, randomBytes } from 'node:crypto'
import { throwApiError } from '#domain/errors.ts'

/** 256 random bits; whoever holds it may join once. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const linkOf = (publicUrl: string, token: string) => `${publicUrl.replace(/\/+$/, '')}/invite/${token}`

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired'

const ended: Record<Exclude<InvitationStatus, 'pending'>, string> = {
  accepted: 'This invitation was used already.',
  revoked: 'This invitation was withdrawn.',
  expired: 'This invitation has expired.',
}

export function requirePending(status: InvitationStatus) {
  if (status !== 'pending') throwApiError('INVALID_STATE', ended[status])
}
