import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mailOutbox } from '#domain/outbox/outbox.ts'
import { sendDigests } from '#domain/overview/digest/send-digests.ts'
import { dueWeek, lastWeek } from '#domain/overview/channels/digest-week.ts'
import { openMailer } from '#mail/mailer.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { startMailSender } from '#worker/mail-sender.ts'
import { signedIn } from '../account/browser.ts'
import { type ReceivedMail, startMailSink } from '../account/mail-sink.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp({ mail: true })
  org = await app.org({ name: 'Acme' })
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
})

const silent = { info() {}, warn() {}, error() {} }
const dayMs = 86_400_000
/** The next Monday at noon: the digest is about the week that ends the day before, with today in it. */
const nextMonday = () => {
  const { from } = lastWeek(new Date())
  return new Date(Date.parse(`${from}T12:00:00Z`) + 14 * dayMs)
}
const sending = () => {
  const vault = vaultFor(app.secret)
  return { write: mailOutbox(vault), vault, publicUrl: app.settings.publicUrl }
}
const call = async (path: string, body: object) => {
  const reply = await app.call(org.admin.key, 'POST', path, { body })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}

async function receiveMail(count: number): Promise<ReceivedMail[]> {
  const sink = await startMailSink()
  const mailer = openMailer({ url: sink.url, from: 'Earshot <earshot@example.com>' })
  const sender = startMailSender({
    store: app.store,
    mailer,
    vault: vaultFor(app.secret),
    log: silent,
    pollIntervalMs: 25,
  })
  await sink.until(() => sink.messages.length >= count)
  await sender.stop()
  await sink.close()
  return sink.messages
}

test('a week is Monday to Sunday and is sent from Monday 06:00 UTC on', () => {
  const weekOf = (now: string) => dueWeek(new Date(now)).from
  assert.deepEqual(
    ['2026-11-16T05:59:00Z', '2026-11-16T06:00:00Z', '2026-11-22T23:59:00Z', '2026-11-23T06:00:00Z'].map(weekOf),
    ['2026-11-02', '2026-11-09', '2026-11-09', '2026-11-16'],
  )
  assert.deepEqual(lastWeek(new Date('2026-11-16T00:00:00Z')), {
    from: '2026-11-09',
    to: '2026-11-15',
    label: 'the week of November 9',
  })
})

test('those who chose it get the digest once a week, with the counts of that week, and can unsubscribe', async () => {
  const browser = await signedIn(app, org.member)
  assert.deepEqual((await browser.app('GET', '/session/notifications')).body, {
    weekly_digest: false,
    mail_configured: true,
  })
  await browser.app('PATCH', '/session/notifications', { body: { weekly_digest: true } })
  const theme = await call('/themes', { name: 'Exports & <reports>' })
  for (const n of [1, 2, 3])
    await call('/insights', {
      name: `Export fails ${n}`,
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      theme_ids: [theme.id],
    })
  await call('/nps/responses', { score: 10 })
  assert.equal(await sendDigests(app.store, sending()), 0, 'it begins with the first whole week after the choice')
  const now = nextMonday()
  const counts = await Promise.all([1, 2, 3].map(() => sendDigests(app.store, sending(), now)))
  assert.equal(
    counts.reduce((sum, one) => sum + one),
    1,
    `several workers: ${counts}`,
  )
  assert.equal(await sendDigests(app.store, sending(), new Date(now.getTime() + dayMs)), 0, 'once a week')

  const [mail] = await receiveMail(1)
  assert.deepEqual(mail!.to, [org.member.email])
  assert.match(mail!.headers.subject!, /^Acme: week of /)
  assert.match(
    mail!.text,
    /RISING THEMES\n- Exports & <reports>: 3 insights, 0 the week before\n {2}http:\S+\/themes\//,
  )
  assert.match(mail!.text, /NEW THEMES\n- Exports/)
  assert.match(mail!.text, /NPS 100: 1 response/)
  assert.ok(mail!.text.includes('Exports &amp; &lt;reports&gt;</a>'), 'names are escaped in HTML')
  assert.equal(mail!.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
  const link = /<http:\/\/localhost:3000(\/unsubscribe\/\S+)>/.exec(mail!.headers['list-unsubscribe']!)![1]!
  await unsubscribesWithoutSigningIn(link)
  assert.equal((await browser.app('GET', '/session/notifications')).body.weekly_digest, false)
  assert.equal(await sendDigests(app.store, sending(), new Date(now.getTime() + 7 * dayMs)), 0)
})

/** RFC 8058: a scanner that opens the link changes nothing, a POST in either form encoding does. */
async function unsubscribesWithoutSigningIn(link: string) {
  const chosen = async () =>
    (await app.store.first<{ on: boolean }>(
      sql`select weekly_digest as on from membership where id = ${org.member.memberId}`,
    ))!.on
  const page = await fetch(`${app.baseUrl}${link}`, { headers: { 'accept-language': 'de' } })
  assert.deepEqual([page.status, /Abbestellen<\/button>/.test(await page.text()), await chosen()], [200, true, true])
  const changed = `${link.slice(0, -3)}${link.endsWith('AAA') ? 'BBB' : 'AAA'}`
  assert.equal((await fetch(`${app.baseUrl}${changed}`, { method: 'POST' })).status, 404)
  assert.equal(await chosen(), true)
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const body of [form, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })]) {
    await app.store.run(sql`update membership set weekly_digest = true where id = ${org.member.memberId}`)
    const reply = await fetch(`${app.baseUrl}${link}`, { method: 'POST', body })
    assert.deepEqual([reply.status, await chosen()], [200, false])
  }
}

test('the preview shows the last whole week, and says when there was nothing', async () => {
  const browser = await signedIn(app, org.admin)
  const empty = (await browser.app('GET', '/digest/preview')).body
  assert.match(empty.message.summary, /^Nothing came in/)
  await app.store.run(sql`update insight set occurred_at = now() - interval '7 days', updated_at = now()
    where org_id = ${org.id}`)
  const { message } = (await browser.app('GET', '/digest/preview')).body
  assert.match(message.summary, /^3 insights/)
  assert.deepEqual(
    message.sections.map((section: { heading: string }) => section.heading),
    ['Rising themes'],
  )
})
