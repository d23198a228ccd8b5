import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaveOrganization } from '#domain/access/members/changes.ts'
import { deleteGoneDiscussions } from '#domain/comments/jobs.ts'
import { mailOutbox, unsealMail } from '#domain/outbox/outbox.ts'
import { isInQuietHours } from '#domain/notifications/rules.ts'
import { sendNotificationMails } from '#domain/notifications/mail/send-mails.ts'
import { newId } from '#store/ids.ts'
import { raw, sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { callsOf, createUserIn } from './members.ts'

useTestServer()

const admin = () => callsOf(app, org.admin.key)
const member = () => callsOf(app, org.member.key)
type Calls = ReturnType<typeof callsOf>

const createInsight = async (): Promise<string> =>
  (await admin().ok('POST', '/insights', { name: 'Export fails', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })).id
const comment = (by: Calls, object_id: string, body: string, parent_id?: string) =>
  by.ok('POST', '/comments', { object_type: 'insight', object_id, body, ...(parent_id && { parent_id }) })
const noticesOf = async (by: Calls, query = '') => (await by.ok('GET', `/notifications${query}`)).data
const kindsOf = async (by: Calls) => (await noticesOf(by)).map(({ kind }: { kind: string }) => kind)

const mails = async () => {
  const vault = vaultFor(app.secret)
  const rows = await app.store.rows<{ org_id: string; id: string; message: Buffer; attempts: number }>(sql`
    select org_id, id, message, attempts from mail_outbox where org_id = ${org.id} order by id`)
  return rows.map((row) => unsealMail(vault, row))
}
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)
/** How many mails to members of the organization were written by then. */
async function send(now: Date): Promise<number> {
  const before = (await mails()).length
  const write = mailOutbox(vaultFor(app.secret))
  await sendNotificationMails(app.store, { publicUrl: 'https://feedback.example.com', write }, now)
  return (await mails()).length - before
}

test('a mention, a reply and a comment on what one follows notify, and never of one’s own doing', async () => {
  const [writer, other] = [await createUserIn(app, org.id, 'Writer'), await createUserIn(app, org.id, 'Other')]
  const [byWriter, byOther] = [callsOf(app, writer.key), callsOf(app, other.key)]
  const insight = await createInsight()
  const first = await comment(byWriter, insight, `Look, @${org.admin.userId} and @${writer.userId}`)
  assert.deepEqual(await kindsOf(admin()), ['mention'])
  assert.deepEqual(await kindsOf(byWriter), [], 'nobody is notified of what they did')
  const [mention] = await noticesOf(admin())
  assert.deepEqual(
    [mention.title, mention.comment_id, mention.url, mention.actors],
    ['Export fails', first.id, `/comments/${first.id}`, [{ user_id: writer.userId, name: 'Writer' }]],
  )
  await comment(byOther, insight, 'I see it too', first.id)
  assert.deepEqual(await kindsOf(byWriter), ['reply'])
  const [joined] = await noticesOf(admin())
  assert.deepEqual([joined.id, joined.kind, joined.event_count], [mention.id, 'mention', 2], 'it joins the unread one')
  assert.deepEqual(
    joined.actors.map(({ name }: { name: string }) => name),
    ['Other', 'Writer'],
  )
  await byOther.ok('DELETE', `/follows/insight/${insight}`)
  await comment(member(), insight, 'A new thread')
  assert.deepEqual(await kindsOf(byOther), [], 'they chose not to follow')
  assert.equal((await noticesOf(byWriter))[0].event_count, 2)
  assert.deepEqual(await kindsOf(member()), [])
})

test('who writes, is mentioned or owns follows, and everyone can choose', async () => {
  const project = await admin().ok('POST', '/projects', { title: 'Exports', owner_id: org.member.userId })
  const path = `/follows/project/${project.id}`
  const followed = async (by: Calls) => (await by.ok('GET', path)).following
  assert.deepEqual([await followed(admin()), await followed(member())], [false, true])
  const body = { object_type: 'project', object_id: project.id, body: 'Hello' }
  await admin().ok('POST', '/comments', body)
  assert.equal(await followed(admin()), true)
  await admin().ok('DELETE', path)
  await admin().ok('POST', '/comments', body)
  assert.equal(await followed(admin()), false, 'a choice stays')
  await admin().ok('POST', path)
  assert.deepEqual(
    (await admin().ok('GET', '/follows')).data.map(({ object_type, title }: any) => [object_type, title]),
    [['project', 'Exports']],
  )
  assert.equal((await admin().send('GET', `/follows/project/${newId()}`)).status, 404)
})

test('a new owner is notified, of each kind of thing that has one', async () => {
  const owner_id = org.member.userId
  await admin().ok('POST', '/opportunities', { title: 'Opportunity', category: 'PAIN_POINTS', owner_id })
  await admin().ok('POST', '/initiatives', { title: 'Initiative', owner_id })
  await admin().ok('POST', '/projects', { title: 'Project', owner_id })
  await admin().ok('POST', '/accounts', { name: 'Account', owner_id })
  const titles = async () => (await noticesOf(member(), '?kind=assigned')).map(({ title }: { title: string }) => title)
  assert.deepEqual((await titles()).sort(), ['Account', 'Initiative', 'Opportunity', 'Project'])
  const bodies = { title: 'Later' }
  for (const [path, body] of [
    ['opportunities', { ...bodies, category: 'PAIN_POINTS' }],
    ['initiatives', bodies],
    ['projects', bodies],
    ['accounts', { name: 'Later' }],
  ] as const) {
    const { id } = await admin().ok('POST', `/${path}`, body)
    await admin().ok('PATCH', `/${path}/${id}`, { owner_id })
    await admin().ok('PATCH', `/${path}/${id}`, { owner_id })
  }
  assert.equal((await titles()).length, 8)
  assert.deepEqual(await kindsOf(admin()), [])
})

test('admins are notified of change sets to decide about', async () => {
  const { id } = await member().ok('POST', '/change-sets', {
    title: 'New theme',
    changes: [{ operation: 'createTheme', body: { name: 'Proposed' } }],
  })
  const [notice] = await noticesOf(admin())
  assert.deepEqual([notice.kind, notice.object_id, notice.title], ['proposal', id, 'New theme'])
  assert.deepEqual(await kindsOf(member()), [])
})

test('notifications are read, read all at once, and snoozed', async () => {
  const [a, b] = [await createInsight(), await createInsight()]
  for (const insight of [a, b]) await comment(member(), insight, `@${org.admin.userId}`)
  const counts = () => admin().ok('GET', '/notifications/counts')
  assert.deepEqual([(await counts()).unread, (await counts()).by_kind.mention], [2, 2])
  const [latest, earlier] = await noticesOf(admin())
  assert.deepEqual([latest.object_id, earlier.object_id], [b, a])
  await admin().ok('PATCH', `/notifications/${latest.id}`, { read: true })
  assert.equal((await counts()).unread, 1)
  await comment(member(), b, `Again @${org.admin.userId}`)
  assert.equal((await noticesOf(admin(), '?state=unread')).length, 2, 'what was read is not joined')
  const back = await admin().send('PATCH', `/notifications/${latest.id}`, { read: false })
  assert.deepEqual([back.status, back.body.error.details[0].path], [400, 'body.read'])
  await admin().ok('PATCH', `/notifications/${earlier.id}`, { snoozed_until: minutesFromNow(60).toISOString() })
  assert.equal((await counts()).unread, 1)
  assert.deepEqual(
    (await noticesOf(admin(), '?state=snoozed')).map(({ id }: { id: string }) => id),
    [earlier.id],
  )
  assert.deepEqual(
    (await noticesOf(admin(), `?object_id=${b}&state=unread`)).map(({ object_id }: any) => object_id),
    [b],
  )
  assert.equal((await admin().ok('POST', '/notifications/read', { kinds: ['reply'] })).marked, 0)
  assert.equal((await admin().ok('POST', '/notifications/read', {})).marked, 2)
  assert.equal((await member().send('PATCH', `/notifications/${latest.id}`, { read: true })).status, 404)
})

test('preferences decide, and bad ones are named', async () => {
  const path = '/notifications/preferences'
  const before = await admin().ok('GET', path)
  assert.deepEqual([before.ways.mention, before.ways.import, before.quiet_from], ['mail', 'app', null])
  const pathOf = async (body: object) => {
    const reply = await admin().send('PATCH', path, body)
    assert.equal(reply.status, 400, reply.text)
    return reply.body.error.details[0].path
  }
  assert.equal(await pathOf({ time_zone: 'Mars/Olympus' }), 'body.time_zone')
  assert.equal(await pathOf({ quiet_from: '22:00' }), 'body.quiet_to')
  assert.equal(await pathOf({ quiet_from: '25:00', quiet_to: '07:00' }), 'body.quiet_from')
  await admin().ok('PATCH', path, { ways: { mention: 'off' }, quiet_from: '22:00', quiet_to: '07:00' })
  const after = await admin().ok('GET', path)
  assert.deepEqual([after.ways.mention, after.ways.reply, after.quiet_to], ['off', 'mail', '07:00'])
  await comment(member(), await createInsight(), `@${org.admin.userId}`)
  assert.deepEqual(await kindsOf(admin()), [])
})

test('a storm of 1,000 comments is one notification and one mail for each person', async () => {
  const insight = await createInsight()
  const people = [await createUserIn(app, org.id, 'Ana'), await createUserIn(app, org.id, 'Ben')]
  for (const { key } of people) await callsOf(app, key).ok('POST', `/follows/insight/${insight}`)
  const write = async (n: number) => comment(member(), insight, `Comment ${n}`)
  for (let n = 0; n < 1000; n += 20) await Promise.all(Array.from({ length: 20 }, (_, k) => write(n + k)))
  for (const { key } of people) {
    const notices = await noticesOf(callsOf(app, key))
    assert.deepEqual(
      notices.map(({ kind, event_count }: any) => [kind, event_count]),
      [['comment', 1000]],
    )
  }
  assert.equal(await send(minutesFromNow(5)), 0, 'it may still be read')
  assert.equal(await send(minutesFromNow(11)), 2)
  assert.equal(await send(minutesFromNow(12)), 0)
  await write(1001)
  assert.equal(await send(minutesFromNow(30)), 0, 'it was mailed and is still unread')
  const written = await mails()
  assert.deepEqual(written.map(({ to }) => to).sort(), people.map(({ email }) => email).sort())
  assert.equal(written[0]!.subject, '1000 new comments on “Export fails”')
  assert.match(written[0]!.text, /https:\/\/feedback\.example\.com\/comments\//)
  assert.match(written[0]!.text, /https:\/\/feedback\.example\.com\/settings\/notifications/)
})

test('one mail has all that waits; read, snoozed and quiet ones are not mailed', async () => {
  const insights = [await createInsight(), await createInsight(), await createInsight(), await createInsight()]
  for (const insight of insights) await comment(member(), insight, `@${org.admin.userId}`)
  const [read, snoozed] = await noticesOf(admin())
  await admin().ok('PATCH', `/notifications/${read.id}`, { read: true })
  await admin().ok('PATCH', `/notifications/${snoozed.id}`, { snoozed_until: minutesFromNow(10_000).toISOString() })
  await admin().ok('PATCH', '/notifications/preferences', { quiet_from: '00:00', quiet_to: '23:59' })
  const noon = new Date(
    `${minutesFromNow(24 * 60)
      .toISOString()
      .slice(0, 10)}T12:00:00Z`,
  )
  assert.equal(await send(noon), 0, 'quiet hours')
  await admin().ok('PATCH', '/notifications/preferences', { quiet_from: null, quiet_to: null })
  assert.equal(await send(minutesFromNow(11)), 1)
  const [mail] = await mails()
  assert.match(mail!.subject, /^2 notifications in /)
})

test('a stronger reason is mailed although a weaker one was', async () => {
  const insight = await createInsight()
  await admin().ok('POST', `/follows/insight/${insight}`)
  await comment(member(), insight, 'Hello')
  assert.equal(await send(minutesFromNow(11)), 1)
  await comment(member(), insight, `Really, @${org.admin.userId}`)
  assert.equal(await send(minutesFromNow(12)), 1)
  assert.equal((await mails()).length, 2)
})

test('what members followed and were notified of goes with them, and with the object', async () => {
  const leaver = await createUserIn(app, org.id, 'Leaver')
  const insight = await createInsight()
  await comment(member(), insight, `@${leaver.userId} @${org.admin.userId}`)
  await app.store.transaction((db) => leaveOrganization(db, org.id, leaver.userId))
  const countOf = async (table: 'follow' | 'notification' | 'comment') =>
    (await app.store.rows(sql`select 1 from ${raw(table)} where org_id = ${org.id}`)).length
  assert.deepEqual([await countOf('follow'), await countOf('notification')], [2, 1])
  await admin().ok('DELETE', `/insights/${insight}`)
  assert.ok((await deleteGoneDiscussions(app.store)) >= 1)
  assert.deepEqual([await countOf('follow'), await countOf('notification'), await countOf('comment')], [0, 0, 0])
})

test('quiet hours go over midnight and follow the time zone', () => {
  const hours = { quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Europe/Berlin' }
  assert.equal(isInQuietHours(hours, new Date('2026-05-02T21:00:00Z')), true)
  assert.equal(isInQuietHours(hours, new Date('2026-05-02T19:00:00Z')), false)
  assert.equal(isInQuietHours(hours, new Date('2026-05-02T05:00:00Z')), false)
  assert.equal(isInQuietHours({ ...hours, quiet_from: null }, new Date('2026-05-02T21:00:00Z')), false)
})
