import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { IntegrationConfig } from '#domain/integrations/config.ts'
import type { OwnProtocolStream } from '#domain/integrations/definition/provider.ts'
import { type SimulatedMailbox, startImapServer } from '../../simulators/imap-server.ts'
import { provider } from '#domain/integrations/providers/imap/provider.ts'
import { previewPull } from '#domain/integrations/pull/preview.ts'
import { baseUrlOf } from '#domain/integrations/pull/run.ts'
import { createOutbound } from '#outbound/client.ts'
import { mail, type MailInput } from './mails.ts'

/* The provider against the local IMAP server. */

const hourMs = 3_600_000
const outbound = createOutbound({ networks: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] })
const credential = { user: 'feedback@acme.example', password: 'pass "word\\' }
const [stream] = provider.pull!.streams({}) as [OwnProtocolStream]

const message = (uid: number, input: MailInput, receivedAt = Date.now() - hourMs) => ({
  uid,
  raw: mail({ id: `m${uid}@example.com`, ...input }).toString('latin1'),
  receivedAt,
})
const listening: (() => Promise<void>)[] = []
after(() => Promise.all(listening.map((close) => close())))

async function mailbox(more: Partial<SimulatedMailbox> = {}) {
  const seen: string[] = []
  const server = await startImapServer({
    ...credential,
    folders: ['INBOX', 'Feedback'],
    validity: () => 1,
    messages: () => [],
    seen,
    ...more,
  })
  listening.push(server.close)
  return { seen, config: { host: 'imap.acme.example', base_url: server.url } as IntegrationConfig, url: server.url }
}

const preview = (config: IntegrationConfig, given: Record<string, string> = credential, client = outbound) =>
  previewPull({ outbound: client, definition: provider, config, credential: given, mapping: null })
const contextOf = (config: IntegrationConfig, since = new Date(0)) => ({
  config,
  credential,
  token: undefined,
  source: 'e-mail',
  mapping: null,
  baseUrl: baseUrlOf(config, provider.pull!),
  since,
  now: new Date(),
  pageSize: 2,
})

test('a test of the connection shows the first five messages, without marking them as read', async () => {
  const { config, seen } = await mailbox({
    messages: () => Array.from({ length: 8 }, (_, n) => message(n + 1, { body: `Report ${n + 1} is slow.` })),
  })
  const { drafts, total, failure } = await preview(config)
  assert.deepEqual(
    [drafts.map(({ fields }) => (fields as { content: string }).content), total, failure],
    [[1, 2, 3, 4, 5].map((n) => `Report ${n} is slow.`), 8, null],
  )
  assert.ok(seen.includes('EXAMINE INBOX'))
  assert.ok(
    seen.every((line) => !line.startsWith('SELECT') && !/BODY\[/.test(line)),
    seen.join('\n'),
  )
})

test('a wrong password, a missing folder and wrong settings are explained', async () => {
  const { config } = await mailbox()
  const refused = (await preview(config, { ...credential, password: 'wrong' })).failure!
  assert.equal(refused.code, 'credential_refused')
  assert.match(refused.message, /refused the user name or the password/)
  assert.match(refused.action, /app password/)
  const missing = (await preview({ ...config, folder: 'feedback' })).failure!
  assert.deepEqual(
    [missing.code, missing.message],
    ['not_found', 'The mailbox has no folder “feedback”. It has: INBOX, Feedback.'],
  )
  assert.match((await preview({ host: 'two words' })).failure!.message, /mail server or its port is not valid/)
  assert.match((await preview({ host: 'a.example', encryption: 'ssl' })).failure!.message, /must be tls, starttls/)
})

test('a busy or absent server is tried again later', async () => {
  const { config } = await mailbox({ fault: () => 'NO [UNAVAILABLE] busy' })
  const busy = (await preview(config)).failure!
  assert.equal(busy.code, 'unreachable')
  assert.match(busy.message, /busy/)
  assert.ok(busy.retryAt! > Date.now())
  const absent = (await preview({ host: 'a.example', base_url: 'imap://127.0.0.1:9' })).failure!
  assert.equal(absent.code, 'address_refused')
})

test('only checked addresses are reached, and only private ones without TLS', async () => {
  const { config, url, seen } = await mailbox()
  const strict = (await preview(config, credential, createOutbound())).failure!
  assert.deepEqual([strict.code, seen.length], ['address_refused', 0])
  const publicName = createOutbound({ networks: ['0.0.0.0/0'], resolve: async () => ['93.184.216.34'] })
  for (const encryption of ['none', 'starttls']) {
    const { failure } = await preview({ host: 'mail.example.com', encryption }, credential, publicName)
    assert.match(failure!.message, /Only TLS is allowed/)
  }
  const smtp = await preview({ host: 'mail.example.com', port: 25 })
  assert.match(smtp.failure!.message, /Port 25 is not allowed/)
  const byName = await preview({ host: 'x', base_url: url.replace('127.0.0.1', 'mail.internal') })
  assert.equal(byName.failure, null)
})

test('TLS: an unknown certificate and a server without TLS are refused, a trusted one is used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-imap-'))
  const trusted = getCACertificates('default')
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj'].concat([
        '/CN=mail.acme.example',
        '-addext',
        'subjectAltName=DNS:mail.acme.example',
        '-keyout',
        key,
        '-out',
        cert,
      ]),
      { stdio: 'ignore' },
    )
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
    const { url } = await mailbox({ tls, messages: () => [message(1, { body: 'Slow.' })] })
    const named = (host: string) => ({ host, base_url: url.replace('127.0.0.1', host) })
    const unknown = (await preview(named('mail.acme.example'))).failure!
    assert.deepEqual([unknown.code, /self-signed/.test(unknown.message)], ['tls_failed', true])
    setDefaultCACertificates([...trusted, tls.cert])
    assert.equal((await preview(named('mail.acme.example'))).drafts.length, 1)
    assert.match((await preview(named('other.acme.example'))).failure!.message, /for another name/)
    const plain = await mailbox()
    const none = (await preview({ host: 'x', base_url: plain.url.replace('imap:', 'imaps:') })).failure!
    assert.equal(none.code, 'tls_failed')
  } finally {
    setDefaultCACertificates(trusted)
    rmSync(folder, { recursive: true, force: true })
  }
})

test('pages continue by UID, and a folder that was numbered anew is read from the start date', async () => {
  let validity = 1
  const { config } = await mailbox({
    validity: () => validity,
    messages: () => [3, 5, 9].map((uid) => message(uid, { body: `Report ${uid}` })),
  })
  const read = (cursor: object) => stream.readPage({ ...cursor }, contextOf(config), outbound)
  const first = await read(stream.start(contextOf(config)))
  assert.deepEqual([first.next, first.more, first.items.length, first.total], [{ validity: '1', uid: 5 }, true, 2, 3])
  const second = await read(first.next)
  assert.deepEqual([second.next, second.more, second.items.length], [{ validity: '1', uid: 9 }, false, 1])
  const nothing = await read(second.next)
  assert.deepEqual([nothing.next, nothing.more, nothing.items.length], [{ validity: '1', uid: 9 }, false, 0])
  validity = 2
  const again = await read(nothing.next)
  assert.deepEqual([again.next, again.more, again.items.length], [{ validity: '2', uid: 5 }, true, 2])
})

test('messages before the start date are left out, also on its day', async () => {
  const since = new Date('2026-03-03T12:00:00Z')
  const at = (time: string, uid: number) => message(uid, { body: 'Slow.' }, Date.parse(time))
  const { config, seen } = await mailbox({
    messages: () => [at('2026-02-01T00:00:00Z', 1), at('2026-03-03T11:59:00Z', 2), at('2026-03-03T12:00:00Z', 3)],
  })
  const page = await stream.readPage({ uid: 0 }, contextOf(config, since), outbound)
  assert.deepEqual([page.items.length, page.next.uid], [1, 3])
  assert.ok(
    seen.some((line) => line.includes('SINCE 02-Mar-2026')),
    seen.join('\n'),
  )
})

test('of a message with attachments only the text is fetched, at most 256 kB of it', async () => {
  const long = 'The export is slow. '.repeat(20_000)
  const body = `--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\nContent-Type: text/plain; charset=ISO-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nK=F6ln. ${long}\n--y\nContent-Type: text/html\n\n<p>no</p>\n--y--\n--x\nContent-Type: application/pdf\nContent-Disposition: attachment\n\n%PDF\n--x--\n`
  const { config, seen } = await mailbox({
    messages: () => [message(1, { type: 'multipart/mixed; boundary=x', body })],
  })
  const { drafts, failure } = await preview(config)
  assert.equal(failure, null)
  const { content } = drafts[0]!.fields as { content: string }
  assert.deepEqual([content.slice(0, 25), content.length], ['Köln. The export is slow.', 49_999])
  const fetched = seen.filter((line) => line.includes('BODY.PEEK[') && !line.includes('HEADER'))
  assert.deepEqual(fetched, ['UID FETCH 1 (UID BODY.PEEK[1.1]<0.262144>)'])
})

test('a bounce is recognized by the type of the whole message', async () => {
  const { config } = await mailbox({
    messages: () => [
      message(1, {
        type: 'multipart/report;\r\n report-type=delivery-status; boundary=r',
        body: '--r\nContent-Type: text/plain\n\nYour message was not delivered.\n--r--\n',
      }),
      message(2, { body: 'A real one.' }),
    ],
  })
  const { drafts } = await preview(config)
  assert.deepEqual(
    drafts.map(({ fields }) => (fields as { content: string }).content),
    ['A real one.'],
  )
})
