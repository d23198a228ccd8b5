import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { evaluateAlerts } from '#domain/overview/alerts/evaluate-alerts.ts'
import { formatMessage } from '#domain/overview/channels/format-message.ts'
import { sendDigests } from '#domain/overview/digest/send-digests.ts'
import { lastWeek } from '#domain/overview/channels/digest-week.ts'
import { createOutbound } from '#outbound/client.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { startChannelSender } from '#worker/channel-sender.ts'
import { type Browser, signedIn } from '../account/browser.ts'
import { closeReceivers, startReceiver } from '../account/receiver.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'

let app: TestApp
let org: Org
let browser: Browser
before(async () => {
  app = await startTestApp()
  org = await app.org({ name: 'Acme' })
  browser = await signedIn(app, org.admin)
})
after(async () => {
  await closeReceivers()
  assert.deepEqual(app.errors, [])
  await app.close()
})

const silent = { info() {}, warn() {}, error() {} }
const startSender = () =>
  startChannelSender({
    store: app.store,
    outbound: createOutbound({ networks: ['127.0.0.0/8'] }),
    vault: vaultFor(app.secret),
    log: silent,
    pollIntervalMs: 25,
  })
const addChannel = async (kind: string, url: string) => {
  const reply = await browser.app('POST', '/notification-channels', { body: { kind, name: `#${kind}`, url } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const channelById = async (id: string) =>
  (await browser.app('GET', '/notification-channels')).body.data.find((one: { id: string }) => one.id === id)

const hostile = {
  title: 'Acme: week of November 9',
  summary: 'More about <!channel> & @everyone',
  url: 'https://feedback.example.com/?a=1&b=2',
  sections: [
    {
      heading: 'Rising themes',
      items: Array.from({ length: 5 }, (_, n) => ({
        label: `[x](http://evil) <b>|*bold*_${n} ${'long '.repeat(60)}`,
        detail: '3 insights, 0 the week before',
        url: 'https://feedback.example.com/themes/1',
      })),
    },
  ],
}

test('each format keeps the limits of its provider, and no name becomes a mention, a link or markup', () => {
  const slack = JSON.parse(formatMessage('slack', hostile))
  assert.equal(slack.text, hostile.title)
  assert.equal(slack.blocks[0].type, 'header')
  for (const { text } of slack.blocks) assert.ok(text.text.length <= 3000)
  assert.ok(slack.blocks[1].text.text.includes('&lt;!channel&gt; &amp;'))
  assert.match(slack.blocks[2].text.text, /• <https:\S+\/themes\/1\|\[x\]\(http:\/\/evil\) &lt;b&gt;/)
  assert.equal(slack.blocks[3].text.text, '<https://feedback.example.com/?a=1&amp;b=2|Open in Earshot>')

  const teams = JSON.parse(formatMessage('teams', hostile))
  const { contentType, content } = teams.attachments[0]
  assert.deepEqual(
    [teams.type, contentType, content.type, content.actions[0].url],
    ['message', 'application/vnd.microsoft.card.adaptive', 'AdaptiveCard', hostile.url],
  )
  assert.ok(JSON.stringify(teams).length < 28 * 1024)
  assert.ok(content.body.at(-1).text.startsWith('- [\\[x\\]\\(http://evil\\)'), content.body.at(-1).text)

  const discord = JSON.parse(formatMessage('discord', hostile))
  assert.deepEqual(discord.allowed_mentions, { parse: [] })
  const [embed] = discord.embeds
  assert.ok(embed.title.length <= 256 && embed.fields.every((one: { value: string }) => one.value.length <= 1024))
  assert.ok(embed.fields[0].value.split('\n').every((line: string) => line.endsWith('the week before')))
})

test('only admins manage channels; the URL is encrypted and never returned', async () => {
  const member = await signedIn(app, org.member)
  const body = { kind: 'slack', name: '#x', url: 'https://hooks.slack.example/services/T0/B0/secretpart' }
  assert.equal((await member.app('POST', '/notification-channels', { body })).body.error.code, 'ROLE_NOT_ALLOWED')
  const created = await browser.app('POST', '/notification-channels', { body })
  assert.equal(created.body.url_hint, 'hooks.slack.example/…part')
  assert.ok(!created.text.includes('services'))
  const stored = await app.store.first<{ url: Buffer }>(sql`select url from notification_channel`)
  assert.ok(!stored!.url.includes('secretpart'))
  const gone = await browser.app('DELETE', `/notification-channels/${created.body.id}`)
  assert.deepEqual(gone.body.deleted, true)
})

test('a test message is sent at once and says what the program answered', async () => {
  const receiver = await startReceiver((_one, count) => (count === 1 ? 200 : { status: 404, body: 'no_service' }))
  const channel = await addChannel('slack', receiver.url)
  const send = async () => (await browser.app('POST', `/notification-channels/${channel.id}/test`)).body
  assert.deepEqual([(await send()).delivered, (await channelById(channel.id)).error], [true, null])
  assert.match(JSON.parse(receiver.received[0]!.body).blocks[1].text.text, /connected/)
  assert.equal((await send()).error, '404 no_service')
  assert.equal((await channelById(channel.id)).error, '404 no_service')
  await browser.app('DELETE', `/notification-channels/${channel.id}`)
})

test('channels get the digest once a week and alerts, also after a refusal for now', async () => {
  const busy = { status: 429, headers: { 'retry-after': '1' }, body: 'slow down' }
  let refusals = 0
  const receiver = await startReceiver(() => (refusals++ === 0 ? busy : 204))
  const channel = await addChannel('discord', receiver.url)
  const call = (path: string, body: object) => app.call(org.admin.key, 'POST', path, { body })
  for (const n of [1, 2, 3])
    await call('/insights', { name: `Bad ${n}`, sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })
  const now = new Date(Date.parse(`${lastWeek(new Date()).from}T12:00:00Z`) + 14 * 86_400_000)
  const delivery = { publicUrl: 'http://localhost:3000', vault: vaultFor(app.secret) }
  const counts = [await sendDigests(app.store, delivery, now), await sendDigests(app.store, delivery, now)]
  assert.deepEqual(counts, [1, 0])
  const sender = startSender()
  await receiver.until((received) => received.length === 1)
  const queued = () =>
    app.store.first<{ later: boolean }>(sql`select next_attempt_at > now() + interval '20 seconds' as later
      from channel_message where org_id = ${org.id} and attempts = 1`)
  await waitFor('the refusal to be recorded', async () => (await channelById(channel.id)).error !== null)
  await waitFor('the retry to be scheduled', async () => (await queued())?.later === true)
  await app.store.run(
    sql`update channel_message set next_attempt_at = now() - interval '1 second' where org_id = ${org.id}`,
  )
  await receiver.until((received) => received.length === 2)
  assert.match(JSON.parse(receiver.received[1]!.body).embeds[0].description, /^3 insights/)
  await waitFor('success', async () => (await channelById(channel.id)).error === null)

  await call('/alerts', {
    name: 'Complaints jump',
    metric: 'insights',
    condition: { op: 'above', value: 0, window: '7d', min_count: 1 },
  })
  assert.equal(await evaluateAlerts(app.store, new Date(), { url: 'http://localhost:3000/settings/alerts' }), 1)
  await receiver.until((received) => received.length === 3)
  const [embed] = JSON.parse(receiver.received[2]!.body).embeds
  assert.deepEqual(
    [embed.title, embed.url, embed.description.includes('insights is 3')],
    ['Alert: Complaints jump', 'http://localhost:3000/settings/alerts', true],
  )
  await sender.stop()
})
