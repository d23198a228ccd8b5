import { throwApiError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import type { Hand } from './apply.ts'
import { lateness, nameInside } from './inside.ts'
import { type IntegrationRow, integrationByToken } from './queries.ts'
import { isToken, openSecrets } from './secrets.ts'
import { type Headers, type Refusal, verify } from './signatures.ts'
import { isHandshake } from './slack.ts'
import { jotDown, parse, takeIn } from './take.ts'

export type Arrived = { token: string; headers: Headers; body: Buffer; now: Date }
export type Gate = {
  db: Db
  vault: Vault
  /** In one transaction, as the integration; what it emits is told when it commits. */
  act<T>(from: IntegrationRow, work: (hand: Hand) => Promise<T>): Promise<T>
  /** Called before a refusal is noted; throws when somebody was refused too often. */
  onRefusal(): void
}
export type Reply = { status: 200 | 202; body: object }

/** What arrives at an integration's address: verified byte for byte before anything is read out of it. */
export async function receive(
  { db, vault, act, onRefusal }: Gate,
  { token, headers, body, now }: Arrived,
): Promise<Reply> {
  const from =
    (isToken(token) && (await integrationByToken(db, token))) ||
    throwApiError('NOT_FOUND', 'There is nothing at this address.')
  const { signature } = from.config
  const verdict = verify(from.provider, {
    secrets: openSecrets(from, vault, now),
    headers,
    body,
    now,
    ...(signature && { signature }),
  })
  const refused = async (refusal: Refusal) => {
    onRefusal()
    await act(from, (hand) =>
      jotDown(hand, from.id, {
        status: 'rejected',
        type: null,
        reason: refusal.reason,
        detail: refusal.detail,
        records: [],
      }),
    )
    return throwApiError('INVALID_SIGNATURE', refusal.detail)
  }
  if (!verdict.ok) return refused(verdict)
  const payload = parse(body)
  const late = lateness(from.provider, payload, now)
  if (late) return refused(late)
  if (from.provider === 'slack' && isHandshake(payload)) {
    await act(from, (hand) =>
      jotDown(hand, from.id, {
        status: 'ignored',
        type: 'url_verification',
        reason: 'handshake',
        detail: null,
        records: [],
      }),
    )
    return { status: 200, body: { challenge: payload.challenge } }
  }
  const deliveryId = verdict.deliveryId ?? nameInside(from.provider, payload)
  const { status, event_id, reason } = await act(from, (hand) =>
    takeIn(hand, from, { deliveryId, digest: verdict.digest, body, payload }),
  )
  return { status: 202, body: { accepted: status === 'accepted', event_id, status, reason } }
}
