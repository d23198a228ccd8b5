import { createHash, randomBytes } from 'node:crypto'
import { throwApiError } from '#domain/errors.ts'

/** 256 random bits; can be used once. */
export const newInvitationToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const invitationUrl = (publicUrl: string, token: string) => `${publicUrl.replace(/\/+$/, '')}/invite/${token}`

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired'

const endedMessages: Record<Exclude<InvitationStatus, 'pending'>, string> = {
  accepted: 'This invitation was already used.',
  revoked: 'This invitation was revoked.',
  expired: 'This invitation has expired.',
}

export function requirePending(status: InvitationStatus) {
  if (status !== 'pending') throwApiError('INVALID_STATE', endedMessages[status])
}
