import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* App Store Connect: customer reviews with a cursor in links.next, for tokens signed with ES256. */

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

function isValidToken(header: string | undefined, now: number): boolean {
  const [head, claims, signature] = (header ?? '').replace('Bearer ', '').split('.')
  if (head === undefined || claims === undefined || signature === undefined) return false
  const key = { key: createPublicKey(pem), dsaEncoding: 'ieee-p1363' as const }
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const { iss, iat, exp, aud } = read(claims)
  return (
    verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')) &&
    read(head).kid === 'KEY1' &&
    iss === 'issuer-1' &&
    aud === 'appstoreconnect-v1' &&
    Number(exp) - Number(iat) <= 1200 &&
    Number(exp) * 1000 > now
  )
}

const reviewOf = ({ id, n, text, createdAt }: SimulatedItem) => ({
  type: 'customerReviews',
  id,
  attributes: {
    rating: (n % 5) + 1,
    title: `Review ${n}`,
    body: text,
    reviewerNickname: `Person ${n}`,
    createdDate: iso(createdAt).replace(/\.\d+Z/, '+00:00'),
    territory: 'USA',
  },
})

export const simulator: Simulator = {
  config: { app_id: '284882215' },
  credential: { issuer_id: 'issuer-1', key_id: 'KEY1', private_key: pem },
  wrongCredential: { issuer_id: 'issuer-2', key_id: 'KEY1', private_key: pem },
  reportsEdits: false,
  expiresPositions: true,
  expected: ({ id }) => ({ type: 'feedback', external_id: id }),
  answer(request, world) {
    if (!isValidToken(request.headers.authorization, world.now))
      return json({ errors: [{ status: '401', code: 'NOT_AUTHORIZED' }] }, 401)
    const [before, generation] = (parameter(request, 'cursor') ?? `:${world.generation}`).split(':')
    if (Number(generation) !== world.generation)
      return json({ errors: [{ status: '400', detail: 'cursor is not valid' }] }, 400)
    const sorted = world.items.toSorted((a, b) => b.createdAt - a.createdAt || b.n - a.n)
    const start = before === '' ? 0 : sorted.findIndex(({ id }) => id === before) + 1
    const page = sorted.slice(start, start + Math.min(200, Number(parameter(request, 'limit') ?? 50)))
    const more = start + page.length < sorted.length
    const next = `${world.baseUrl}${request.url.pathname}?cursor=${page.at(-1)?.id}:${world.generation}`
    return json({
      data: page.map(reviewOf),
      links: { self: request.url.href, ...(more && { next }) },
      meta: { paging: { total: sorted.length, limit: page.length } },
    })
  },
}
