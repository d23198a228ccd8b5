import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTimestamp } from '#domain/integrations/inbound/payload-metadata.ts'
import type { Headers, VerifyInput } from '#domain/integrations/definition/signature.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import type { Provider } from './deliver.ts'

const webhookOf = (provider: string) => providers.get(provider)!.webhook!
const verifySignature = (provider: string, input: VerifyInput) => webhookOf(provider).verify(input)

/*
 * Every signature below was computed by another implementation: `openssl dgst -hmac`, Python's hmac or the
 * standardwebhooks package. Those of Slack, of Jira and one of Standard Webhooks are published test vectors.
 */

type Vector = {
  provider: Provider
  secret: string
  at: string
  body: string
  headers: Headers
  deliveryId: string | null
}

const slackBody =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
  '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
  '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
  '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'

const vectors: Vector[] = [
  {
    provider: 'zendesk',
    secret: 'zendesk-vector-secret',
    at: '2026-05-02T10:14:00Z',
    body: '{"type":"zen:event-type:ticket.created","n":"é"}',
    deliveryId: '8350205582',
    headers: {
      'x-zendesk-webhook-signature': 'o4qq1L6vKk75tIhGjlqJavf431WTPntFb+pqx/56m8U=',
      'x-zendesk-webhook-signature-timestamp': '2026-05-02T10:12:07Z',
      'x-zendesk-webhook-invocation-id': '8350205582',
    },
  },
  {
    provider: 'slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    at: '2018-07-12T18:37:00Z',
    body: slackBody,
    deliveryId: null,
    headers: {
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      'x-slack-request-timestamp': '1531420618',
    },
  },
  {
    provider: 'intercom',
    secret: 'intercom-client-secret',
    at: '2026-05-02T10:14:00Z',
    body: '{"type":"notification_event","topic":"ping","id":"notif_1","n":"é你"}',
    deliveryId: null,
    headers: { 'x-hub-signature': 'sha1=92e1c68d854937dec37de7e0bad996d2ba7eb84b' },
  },
  {
    provider: 'linear',
    secret: 'lin_wh_vector_secret',
    at: '2026-05-02T10:12:30Z',
    body: '{"action":"update","type":"Issue","webhookTimestamp":1777716727000}',
    deliveryId: '234d1a4e',
    headers: {
      'linear-signature': 'c5ee6de2a727b53ca89033cad98ffc9a4c9c7d86b3488a313cc2399ea28853da',
      'linear-delivery': '234d1a4e',
    },
  },
  {
    provider: 'jira',
    secret: "It's a Secret to Everybody",
    at: '2026-05-02T10:14:00Z',
    body: 'Hello World!',
    deliveryId: null,
    headers: { 'x-hub-signature': 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9' },
  },
  {
    provider: 'jira',
    secret: 'jira-vector-secret-1',
    at: '2026-05-02T10:14:00Z',
    body: '{"webhookEvent":"jira:issue_updated","timestamp":1777716727000}',
    deliveryId: 'w-1',
    headers: {
      'x-hub-signature': 'sha256=5d40b04fd3b3146168e0b4a801a6681a6807989a7bf9e0c079dc338582a7cd2f',
      'x-atlassian-webhook-identifier': 'w-1',
    },
  },
  {
    provider: 'generic',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    at: '2021-02-25T15:03:00Z',
    body: '{"test": 2432232314}',
    deliveryId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  },
  {
    provider: 'generic',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    at: '2026-05-02T10:12:30Z',
    body: '{ "content" : "Olá" }\n',
    deliveryId: 'msg_1',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1777716727',
      'webhook-signature': 'v1,AAAA v1a,ignored v1,HCJ3O1FvcEI5U16dSCEcZ6iZ+eSfr8eEm29tQGiyg0Y=',
    },
  },
  {
    provider: 'generic',
    secret: 'generic-vector-secret',
    at: '2026-05-02T10:14:00Z',
    body: '{ "content" : "Olá" }\n',
    deliveryId: null,
    headers: { 'x-signature-256': 'sha256=25ef22299caf97a0fbf05394113df89ec4ec0f0250f74b612f40cce5f2d24317' },
  },
]

const verifyInput = ({ secret, at, body, headers }: Vector, more: Partial<VerifyInput> = {}): VerifyInput => ({
  secrets: [secret],
  headers,
  body: Buffer.from(body),
  now: new Date(at),
  ...more,
})
const verifyReason = (vector: Vector, more: Partial<VerifyInput> = {}) => {
  const verdict = verifySignature(vector.provider, verifyInput(vector, more))
  return verdict.ok ? 'ok' : verdict.reason
}
const signatureHeader = ({ headers }: Vector) =>
  Object.keys(headers).find((name) => name.endsWith('signature') || name === 'x-signature-256')!

test('signatures of other implementations are verified', () => {
  for (const vector of vectors) {
    const verdict = verifySignature(vector.provider, verifyInput(vector))
    assert.ok(verdict.ok, `${vector.provider}: ${JSON.stringify(verdict)}`)
    assert.deepEqual([verdict.deliveryId, verdict.digest.length], [vector.deliveryId, 32])
  }
})

test('one changed bit of body, secret or signature is rejected', () => {
  for (const vector of vectors) {
    const bytes = Buffer.from(vector.body)
    for (const n of [0, bytes.length >> 1, bytes.length - 1]) {
      const body = Buffer.from(bytes)
      body[n]! ^= 1
      assert.equal(verifyReason(vector, { body }), 'bad_signature', vector.provider)
    }
    assert.equal(verifyReason(vector, { body: Buffer.concat([bytes, Buffer.from(' ')]) }), 'bad_signature')
    assert.equal(verifyReason(vector, { secrets: [`${vector.secret}x`] }), 'bad_signature')
    assert.equal(verifyReason(vector, { secrets: [] }), 'bad_signature')
    const name = signatureHeader(vector)
    const sent = vector.headers[name] as string
    const last = /[0-9a-f]+$/.test(sent)
      ? sent.slice(0, -1) + (sent.endsWith('0') ? '1' : '0')
      : sent
          .replace(/(.)(=*)$/, (_, c: string, pad: string) => (c === 'A' ? 'B' : 'A') + pad)
          .replace(/(.)(.=*)$/, (_, c: string, rest: string) => (c === 'A' ? 'B' : 'A') + rest)
    assert.equal(
      verifyReason(vector, { headers: { ...vector.headers, [name]: last } }),
      'bad_signature',
      `${vector.provider} ${last}`,
    )
  }
})

test('absent, empty, malformed, truncated and repeated signatures are rejected as missing', () => {
  for (const vector of vectors) {
    const name = signatureHeader(vector)
    const sent = vector.headers[name] as string
    for (const value of [undefined, '', 'sha1=', 'v0=', 'v1,', 'sha256=zz', '%', [sent, sent]])
      assert.equal(
        verifyReason(vector, { headers: { ...vector.headers, [name]: value } }),
        'missing_signature',
        `${vector.provider} ${String(value)}`,
      )
    assert.notEqual(verifyReason(vector, { headers: { ...vector.headers, [name]: sent.slice(0, -2) } }), 'ok')
    assert.notEqual(verifyReason(vector, { headers: { ...vector.headers, [name]: `${sent}00` } }), 'ok')
  }
})

test('during a rotation both secrets are accepted', () => {
  for (const vector of vectors)
    assert.equal(verifyReason(vector, { secrets: ['another-secret-altogether', vector.secret] }), 'ok')
})

test('a delivery is valid inside the time window and stale outside', () => {
  const windows: [number, number][] = [
    [0, 300],
    [1, 300],
    [6, 300],
    [7, 300],
  ]
  for (const [n, seconds] of windows) {
    const vector = vectors[n]!
    const time =
      vector.headers['x-zendesk-webhook-signature-timestamp'] ??
      vector.headers['x-slack-request-timestamp'] ??
      vector.headers['webhook-timestamp']
    const sent = /^\d+$/.test(String(time)) ? Number(time) * 1000 : Date.parse(String(time))
    for (const [offset, expected] of [
      [seconds, 'ok'],
      [-seconds, 'ok'],
      [seconds + 1, 'stale_timestamp'],
      [-seconds - 1, 'stale_timestamp'],
    ] as const)
      assert.equal(
        verifyReason(vector, { now: new Date(sent + offset * 1000) }),
        expected,
        `${vector.provider} ${offset}`,
      )
  }
  const sent = 1777716727000
  const payload = { webhookTimestamp: sent, timestamp: sent, created_at: sent / 1000 }
  for (const [provider, seconds] of [
    ['linear', 60],
    ['jira', 86_400],
    ['intercom', 86_400],
  ] as const)
    for (const offset of [seconds, -seconds, seconds + 1, -seconds - 1])
      assert.equal(
        checkTimestamp(webhookOf(provider), payload, new Date(sent + offset * 1000))?.reason,
        Math.abs(offset) > seconds ? 'stale_timestamp' : undefined,
        `${provider} ${offset}`,
      )
  assert.equal(checkTimestamp(webhookOf('linear'), {}, new Date())?.reason, 'missing_timestamp')
})

test('a malformed timestamp is never fresh, and moving bytes between timestamp and body is rejected', () => {
  const zendesk = vectors[0]!
  const time = zendesk.headers['x-zendesk-webhook-signature-timestamp'] as string
  const moved = { ...zendesk.headers, 'x-zendesk-webhook-signature-timestamp': time.slice(0, -1) }
  assert.equal(verifyReason(zendesk, { headers: moved, body: Buffer.from(`Z${zendesk.body}`) }), 'stale_timestamp')
  const longer = { ...zendesk.headers, 'x-zendesk-webhook-signature-timestamp': `${time}{` }
  assert.equal(verifyReason(zendesk, { headers: longer, body: Buffer.from(zendesk.body.slice(1)) }), 'stale_timestamp')
  const slack = vectors[1]!
  assert.equal(
    verifyReason(slack, {
      headers: { ...slack.headers, 'x-slack-request-timestamp': '1531420618:' },
      body: Buffer.from(slack.body),
    }),
    'bad_signature',
  )
})

test('a generic integration accepts only its configured scheme', () => {
  const [standard, plain] = [vectors[7]!, vectors[8]!]
  assert.deepEqual(
    [verifyReason(standard, { signature: 'standard' }), verifyReason(standard, { signature: 'sha256' })],
    ['ok', 'missing_signature'],
  )
  assert.deepEqual(
    [verifyReason(plain, { signature: 'sha256' }), verifyReason(plain, { signature: 'standard' })],
    ['ok', 'missing_signature'],
  )
})
