import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forwardedTime } from '#domain/integrations/providers/imap/forward.ts'
import { feedbackOf, parseMail, senderOf } from '#domain/integrations/providers/imap/read-mail.ts'
import type { FeedbackFields } from '#domain/sources/feedback/batch-rows.ts'
import { mail, type MailInput } from './mails.ts'

/* Forwarded mail is the feedback of the person who wrote it first. */

const from = 'Support <help@acme.example>'
async function fieldsOf(input: MailInput) {
  const { drafts } = feedbackOf(await parseMail(mail({ from, ...input })), undefined, 'e-mail')
  const { content, contact, title, occurred_at, metadata } = drafts[0]!.fields as FeedbackFields
  return { content, email: contact?.email, name: contact?.name, title, occurred_at, by: metadata?.forwarded_by }
}
const expected = {
  content: 'The export never ends.',
  email: 'kim@customer.example',
  name: 'Kim Cho',
  title: 'Slow export',
  occurred_at: '2026-03-02T17:02:00.000Z',
  by: 'help@acme.example',
}
const text = 'The export never ends.\n\nBest regards,\nKim'

const forwards: Record<string, [subject: string, body: string]> = {
  Gmail: [
    'Fwd: Slow export',
    `FYI\n\n---------- Forwarded message ---------\nFrom: Kim Cho <kim@customer.example>\nDate: Mon, Mar 2, 2026 at 5:02 PM\nSubject: Slow export\nTo: <help@acme.example>\n\n\n${text}`,
  ],
  'Gmail in German': [
    'Fwd: Slow export',
    `---------- Forwarded message ---------\nVon: Kim Cho <kim@customer.example>\nDate: Mo., 2. März 2026 um 17:02 Uhr\nSubject: Slow export\nTo: <help@acme.example>\n\n${text}`,
  ],
  Outlook: [
    'FW: Slow export',
    `See below.\n\nFrom: Kim Cho <kim@customer.example>\nSent: Monday, March 2, 2026 5:02 PM\nTo: Support <help@acme.example>\nSubject: Slow export\n\n${text}`,
  ],
  'Outlook in German': [
    'WG: Slow export',
    `Zur Info\n\nVon: Kim Cho <kim@customer.example>\nGesendet: Montag, 2. März 2026 17:02\nAn: Support <help@acme.example>\nBetreff: Slow export\n\n${text}`,
  ],
  Thunderbird: [
    'Fwd: Slow export',
    `-------- Weitergeleitete Nachricht --------\nBetreff: \tSlow export\nDatum: \tMon, 2 Mar 2026 18:02:00 +0100\nVon: \tKim Cho <kim@customer.example>\nAn: \thelp@acme.example\n\n${text}`,
  ],
  'Apple Mail': [
    'Fwd: Slow export',
    `Begin forwarded message:\n\n> From: Kim Cho <kim@customer.example>\n> Subject: Slow export\n> Date: 2 March 2026 at 17:02:00 GMT\n> To: help@acme.example\n> \n> The export never ends.\n> \n> Best regards,\n> Kim`,
  ],
  'without a subject prefix': [
    'Look at this',
    `---------- Forwarded message ---------\nFrom: Kim Cho <kim@customer.example>\nDate: Mon, 2 Mar 2026 17:02:00 +0000\nSubject: Slow export\nTo: <help@acme.example>\n\n${text}`,
  ],
  'forwarded twice': [
    'Fwd: Fwd: Slow export',
    `---------- Forwarded message ---------\nFrom: Lee <lee@acme.example>\nDate: Tue, 3 Mar 2026 17:02:00 +0000\nSubject: Fwd: Slow export\nTo: <help@acme.example>\n\nplease handle\n\n---------- Forwarded message ---------\nFrom: Kim Cho <kim@customer.example>\nDate: Mon, 2 Mar 2026 17:02:00 +0000\nSubject: Slow export\nTo: <lee@acme.example>\n\n${text}`,
  ],
}
for (const [name, [subject, body]] of Object.entries(forwards))
  test(`${name}: attributed to its first sender`, async () => {
    assert.deepEqual(await fieldsOf({ subject, body }), expected)
  })

test('an HTML forward of Gmail', async () => {
  const body = `<div>FYI</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: <b>Kim Cho</b> &lt;<a href="mailto:kim@customer.example">kim@customer.example</a>&gt;<br>Date: Mon, Mar 2, 2026 at 5:02 PM<br>Subject: Slow export<br>To:  &lt;help@acme.example&gt;<br></div><br><div>The export never ends.</div></div>`
  assert.deepEqual(await fieldsOf({ subject: 'Fwd: Slow export', type: 'text/html', body }), expected)
})

test('an answer that was forwarded: its newest part', async () => {
  const body = `From: Kim Cho <kim@customer.example>\nSent: Monday, March 2, 2026 5:02 PM\nTo: Support\nSubject: RE: Slow export\n\nIt fails again.\n\nFrom: Support <help@acme.example>\nSent: Sunday, March 1, 2026 5:02 PM\nTo: Kim\nSubject: Slow export\n\nDoes it work?`
  const { content, email } = await fieldsOf({ subject: 'FW: Slow export', body })
  assert.deepEqual([content, email], ['It fails again.', 'kim@customer.example'])
})

test('a reply that quotes a forward is the feedback of the person who replies', async () => {
  const body = `Same here.\n\nFrom: Kim Cho <kim@customer.example>\nSent: Monday\nTo: Support\nSubject: Slow export\n\nThe export never ends.`
  const { content, email, by } = await fieldsOf({ subject: 'Re: Fwd: Slow export', from: 'ana@example.com', body })
  assert.deepEqual([content, email, by], ['Same here.', 'ana@example.com', undefined])
})

test('senders and times of header blocks', () => {
  assert.deepEqual(senderOf('"Cho, Kim" [mailto:Kim@Customer.example]'), {
    name: 'Cho, Kim',
    email: 'kim@customer.example',
  })
  assert.deepEqual(senderOf('kim@customer.example'), { name: '', email: 'kim@customer.example' })
  assert.deepEqual(senderOf('Kim Cho'), { name: 'Kim Cho', email: undefined })
  assert.equal(forwardedTime('02.03.2026 17:02'), '2026-03-02T17:02:00.000Z')
  assert.equal(forwardedTime('some day'), undefined)
})
