import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutbound, type OutboundOptions } from '#outbound/client.ts'
import type { OutboundError } from '#outbound/failure.ts'
import type { SessionTarget } from '#outbound/session.ts'

/* Protocols other than HTTP reach the same addresses as HTTP. */

const target = { host: 'mail.example.com', port: 993, ports: new Set([993]), isEncrypted: true, ms: 5000 }
const codeOf = (options: OutboundOptions, more: Partial<SessionTarget>, work = async () => 'done') =>
  createOutbound(options)
    .session({ ...target, ...more }, work)
    .catch((error: OutboundError) => error.code ?? error.message)

const at = (...addresses: string[]): OutboundOptions => ({ resolve: async () => addresses })

test('a session gets the checked addresses, and no later answer of the name service', async () => {
  const answers = [['93.184.216.34', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'], ['10.0.0.1']]
  const outbound = createOutbound({ resolve: async () => answers.shift()! })
  const found = await outbound.session(target, async ({ lookup, host, port }) => {
    const addresses = await new Promise((resolve) => lookup(host, {}, (_error, all) => resolve(all)))
    return [addresses, port]
  })
  assert.deepEqual(found, [
    [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
    ],
    993,
  ])
})

test('private addresses, private names and ports of other protocols are refused', async () => {
  assert.equal(await codeOf(at('93.184.216.34'), {}), 'done')
  assert.equal(await codeOf(at('10.1.2.3'), {}), 'REFUSED')
  assert.equal(await codeOf(at('93.184.216.34', '127.0.0.1'), {}), 'REFUSED')
  assert.equal(await codeOf(at('93.184.216.34'), { host: 'mail.internal' }), 'REFUSED')
  assert.equal(await codeOf(at('93.184.216.34'), { host: '169.254.169.254' }), 'REFUSED')
  for (const port of [25, 143, 6379]) assert.equal(await codeOf(at('93.184.216.34'), { port }), 'REFUSED')
  assert.equal(await codeOf({ networks: ['10.0.0.0/8'], ...at('10.1.2.3') }, {}), 'done')
})

test('without encryption only allowed private networks are reached', async () => {
  const all = ['0.0.0.0/0', '::/0']
  assert.equal(await codeOf({ networks: all, ...at('10.1.2.3') }, { isEncrypted: false }), 'done')
  assert.equal(await codeOf({ networks: all, ...at('93.184.216.34') }, { isEncrypted: false }), 'REFUSED')
  assert.equal(await codeOf({ networks: all, ...at('10.1.2.3', '93.184.216.34') }, { isEncrypted: false }), 'REFUSED')
})

test('a session ends when its time is over or it is aborted, and passes on other errors', async () => {
  const endless = () => new Promise<string>(() => {})
  assert.equal(await codeOf(at('93.184.216.34'), { ms: 20 }, endless), 'TIMEOUT')
  assert.equal(await codeOf({ resolve: () => new Promise(() => {}) }, { ms: 20 }), 'TIMEOUT')
  assert.equal(await codeOf(at('93.184.216.34'), { signal: AbortSignal.abort() }, endless), 'ABORTED')
  const fail = async () => {
    throw new Error('of the protocol')
  }
  assert.equal(await codeOf(at('93.184.216.34'), {}, fail), 'of the protocol')
})
