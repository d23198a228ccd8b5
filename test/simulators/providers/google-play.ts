import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { byUpdate, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Google Play: reviews of the last week with page tokens; access tokens for an assertion signed with RS256. */

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const account = (client_email: string) => JSON.stringify({ client_email, private_key: pem })

function isValidAssertion(text: string | null): boolean {
  const [head, claims, signature] = (text ?? '').split('.')
  if (head === undefined || claims === undefined || signature === undefined) return false
  const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(pem),
    Buffer.from(signature, 'base64url'),
  )
  return isSigned && iss === 'reader@example.iam.gserviceaccount.com'
}

const reviewOf = ({ id, n, text, updatedAt }: SimulatedItem) => ({
  reviewId: `gp:${id}`,
  authorName: `Person ${n}`,
  comments: [
    {
      userComment: {
        text: `\t${text}`,
        lastModified: { seconds: String(Math.floor(updatedAt / 1000)), nanos: 0 },
        starRating: (n % 5) + 1,
        reviewerLanguage: 'en',
        appVersionName: '2.1',
      },
    },
  ],
})

export const simulator: Simulator = {
  config: { package_name: 'com.example.app' },
  credential: { service_account: account('reader@example.iam.gserviceaccount.com') },
  wrongCredential: { service_account: account('other@example.iam.gserviceaccount.com') },
  historyDays: 4,
  expiresTokens: true,
  expected: ({ id }) => ({ type: 'feedback', external_id: `gp:${id}` }),
  answer(request, world) {
    if (request.url.pathname === '/token')
      return isValidAssertion(new URLSearchParams(request.body).get('assertion'))
        ? json({ access_token: `token-${world.tokenNumber}`, expires_in: 3600, token_type: 'Bearer' })
        : json({ error: 'invalid_grant' }, 400)
    if (request.headers.authorization !== `Bearer token-${world.tokenNumber}`)
      return json({ error: { code: 401, status: 'UNAUTHENTICATED' } }, 401)
    const sorted = world.items.toSorted(byUpdate).reverse()
    const before = parameter(request, 'token')
    const start = before === undefined ? 0 : sorted.findIndex(({ id }) => id === before) + 1
    const reviews = sorted.slice(start, start + Number(parameter(request, 'maxResults') ?? 10))
    const more = start + reviews.length < sorted.length
    return json({
      reviews: reviews.map(reviewOf),
      ...(more && { tokenPagination: { nextPageToken: reviews.at(-1)!.id } }),
    })
  },
}
