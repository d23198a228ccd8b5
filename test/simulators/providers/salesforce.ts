import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { byUpdate, iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Salesforce: cases by SOQL with a time and an id, for tokens obtained with a signed assertion. */

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

function isValidAssertion(text: string | null): boolean {
  const [head, claims, signature] = (text ?? '').split('.')
  if (head === undefined || claims === undefined || signature === undefined) return false
  const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string }
  const signed = Buffer.from(`${head}.${claims}`)
  return verify('sha256', signed, createPublicKey(pem), Buffer.from(signature, 'base64url')) && iss === 'key-1'
}

const idOf = ({ id }: SimulatedItem) => `500${id.padStart(12, '0')}AAA`
const caseOf = (item: SimulatedItem) => ({
  Id: idOf(item),
  CaseNumber: item.id,
  Subject: `Case ${item.n}`,
  Description: item.text,
  Status: 'New',
  IsClosed: false,
  Priority: 'High',
  CreatedDate: iso(item.createdAt).replace('Z', '+0000'),
  SystemModstamp: iso(item.updatedAt).replace('Z', '+0000'),
  IsDeleted: item.isDeleted,
  ContactId: `003${item.n % 20}`,
  Contact: { Name: `Person ${item.n % 20}`, Email: `p${item.n % 20}@example.com` },
  Account: { Name: 'Acme' },
})

export const simulator: Simulator = {
  config: { instance_url: 'https://acme.my.salesforce.com' },
  credential: { consumer_key: 'key-1', username: 'ana@example.com', private_key: pem },
  wrongCredential: { consumer_key: 'key-2', username: 'ana@example.com', private_key: pem },
  reportsDeletions: true,
  expiresTokens: true,
  expected: (item) => ({ type: 'support_ticket', external_id: idOf(item) }),
  answer(request, world) {
    if (request.url.pathname === '/services/oauth2/token')
      return isValidAssertion(new URLSearchParams(request.body).get('assertion'))
        ? json({ access_token: `token-${world.tokenNumber}`, instance_url: world.baseUrl })
        : json({ error: 'invalid_grant' }, 400)
    if (request.headers.authorization !== `Bearer token-${world.tokenNumber}`)
      return json([{ errorCode: 'INVALID_SESSION_ID' }], 401)
    const query = parameter(request, 'q') ?? ''
    const time = Date.parse(/SystemModstamp >=? (\S+)/.exec(query)![1]!)
    const after = /Id > '(\w+)'/.exec(query)?.[1]
    const limit = Number(/LIMIT (\d+)/.exec(query)![1])
    const found = world.items
      .toSorted(byUpdate)
      .filter(
        (item) => item.updatedAt > time || (item.updatedAt === time && (after === undefined || idOf(item) > after)),
      )
    return json({ totalSize: found.length, done: true, records: found.slice(0, limit).map(caseOf) })
  },
}
