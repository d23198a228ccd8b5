import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { after, before, test } from 'node:test'
import { requirePeerAmong } from '#outbound/connect.ts'
import { createOutbound } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import { networkPolicy } from '#outbound/networks.ts'
import { listen, listenAtSamePort } from './listener.ts'

let everywhere: Awaited<ReturnType<typeof listen>>
before(async () => {
  everywhere = await listen((_, response) => response.end('inside'), '::')
})
after(() => everywhere.close())

const refusedBy = async (work: Promise<unknown>, codes = ['REFUSED']) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OutboundError && codes.includes(error.code), `${error}`)
}

/** Spellings of private addresses and names. */
const inside = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0177.0x0.1',
  '00000177.1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '0.1',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[2001:0:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[2001:db8::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[5f00::1]',
  '[3fff::1]',
  '[4000::1]',
  '[2606:4700::5efe:7f00:1]',
  '[2606:4700::200:5efe:a00:1]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.169.254',
  '169.254.0.1',
  '2852039166',
  '0xa9fea9fe',
  '[::ffff:a9fe:a9fe]',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '168.63.129.16',
  '[::ffff:168.63.129.16]',
  '161.26.0.10',
  '100.100.100.200',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'foo.localhost',
  'a.b.localhost.',
  'localhost.localdomain',
  'metadata',
  'metadata.google.internal',
  'instance-data.ec2.internal',
  'printer.local',
  'router.lan',
  'wiki.corp',
  'nas.home.arpa',
  hostname(),
]
const misspelled = [
  '',
  'http://',
  'http://[::1',
  'http://[fe80::1%25eth0]/',
  'http://256.1.1.1/',
  'http://1.2.3.4.5/',
  '//127.0.0.1',
  '127.0.0.1',
  'http://a b/',
  `http://example.com/${'x'.repeat(3000)}`,
]
const otherSchemes = [
  'file:///etc/passwd',
  'ftp://example.com/',
  'gopher://127.0.0.1:70/_x',
  'data:text/plain,x',
  'javascript:1',
  'blob:http://127.0.0.1/x',
  'ws://127.0.0.1/',
  'unix:/run/docker.sock',
  'http+unix://x',
  'dict://127.0.0.1:11211/',
]
const otherPorts = [21, 22, 23, 25, 53, 110, 143, 389, 445, 465, 587, 993, 2049, 3306, 5432, 6379, 9200, 11211, 27017]

test(`${inside.length} spellings of private addresses and names are rejected without a connection`, async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((one) => !one.internal && one.family === 'IPv4')
    .map((one) => one.address)
  const outbound = createOutbound({ resolve: async () => ['127.0.0.1'] })
  assert.ok(inside.length >= 60)
  for (const host of [...inside, ...own.filter((address) => !networkPolicy([]).allows(address))])
    for (const url of [`http://${host}:${everywhere.port}/`, `https://${host}:${everywhere.port}/`]) {
      await refusedBy(outbound.get({ url }))
      await refusedBy(outbound.post({ url, body: 'x' }))
    }
  assert.equal(everywhere.seen.connections, 0)
})

test('credentials, other schemes, other ports and invalid URLs are rejected', async () => {
  const outbound = createOutbound({ networks: ['0.0.0.0/0', '::/0'] })
  const withCredentials = [
    `http://user@127.0.0.1:${everywhere.port}/`,
    `http://user:pass@127.0.0.1:${everywhere.port}/`,
    `http://example.com@127.0.0.1:${everywhere.port}/`,
  ]
  for (const url of [
    ...misspelled,
    ...otherSchemes,
    ...withCredentials,
    ...otherPorts.map((port) => `http://127.0.0.1:${port}/`),
  ])
    await refusedBy(outbound.get({ url }))
  assert.equal(everywhere.seen.connections, 0)
})

test('a name is resolved once, and one private address rejects all of them', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['127.0.0.1', '2606:2800:21f::1'],
    ['2606:2800:21f::1', '::1'],
    ['fe80::1%lo'],
    ['not an address'],
  ]) {
    let lookups = 0
    const outbound = createOutbound({ resolve: async () => (lookups++, addresses) })
    await refusedBy(outbound.get({ url: `http://rebind.example.com:${everywhere.port}/` }))
    assert.equal(lookups, 1)
  }
  assert.equal(everywhere.seen.connections, 0)
})

test('a name that changes its address after the check is still contacted at the checked one', async () => {
  const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.1']
  const [checked, other] = await listenAtSamePort(
    [(_, response) => response.end('checked'), (_, response) => response.end('other')],
    ['127.0.0.2', '127.0.0.1'],
  )
  try {
    const outbound = createOutbound({ networks: ['127.0.0.2/32'], resolve: async () => [answers.shift()!] })
    const { body } = await outbound.get({ url: `http://rebind.example.com:${checked.port}/` })
    assert.equal(body.toString(), 'checked')
    await refusedBy(outbound.get({ url: `http://rebind.example.com:${checked.port}/` }))
    assert.deepEqual([checked.seen.connections, other.seen.connections], [1, 0])
  } finally {
    await checked.close()
    await other.close()
  }
})

test('nothing is sent to a peer at another address than the checked one', async () => {
  const listener = await listen((_, response) => response.end())
  try {
    const socket = requirePeerAmong(connect(listener.port, '127.0.0.1'), ['93.184.216.34'])
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const error = await new Promise<Error>((resolve) => socket.on('error', resolve))
    assert.match(error.message, /another address/)
    assert.deepEqual(listener.seen.paths, [])
  } finally {
    await listener.close()
  }
})

test('an operator allows single networks, and only those', async () => {
  const listener = await listen((_, response) => response.end('tracker'))
  try {
    const outbound = createOutbound({ networks: ['127.0.0.0/30'], resolve: async () => ['127.0.0.1'] })
    assert.equal((await outbound.get({ url: `http://tracker.internal:${listener.port}/` })).body.toString(), 'tracker')
    await refusedBy(outbound.get({ url: `http://127.0.0.8:${listener.port}/` }))
    await refusedBy(outbound.get({ url: `http://[::1]:${listener.port}/` }))
    assert.ok(networkPolicy(['10.0.0.0/8']).allows('::ffff:10.1.2.3'))
    assert.equal(listener.seen.connections, 1)
  } finally {
    await listener.close()
  }
})

test('public addresses are allowed', () => {
  const { allows: includes } = networkPolicy([])
  for (const address of [
    '93.184.216.34',
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '198.20.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])
    assert.ok(includes(address), address)
})
