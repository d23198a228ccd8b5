import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedbackOf, parseMail } from '#domain/integrations/providers/imap/read-mail.ts'
import type { FeedbackFields } from '#domain/sources/feedback/batch-rows.ts'
import { mail, type MailInput } from './mails.ts'

const read = async (input: MailInput, receivedAt?: string) =>
  feedbackOf(await parseMail(mail(input)), receivedAt, 'e-mail')
async function feedback(input: MailInput, receivedAt?: string): Promise<FeedbackFields> {
  const { drafts, skipped } = await read(input, receivedAt)
  assert.equal(skipped, null)
  assert.equal(drafts[0]?.type, 'feedback')
  return drafts[0]!.fields as FeedbackFields
}
const contentOf = async (body: string, more: Partial<MailInput> = {}) => (await feedback({ body, ...more })).content

test('subject, sender, date, id and thread become fields', async () => {
  const fields = await feedback({
    body: 'The export never ends.',
    headers: ['References: <root@example.com>', ' <second@example.com>', 'In-Reply-To: <second@example.com>'],
  })
  assert.deepEqual(fields, {
    content: 'The export never ends.',
    source: 'e-mail',
    external_id: 'm1@example.com',
    source_type: 'feedback',
    analyze: true,
    occurred_at: '2026-03-03T09:15:00.000Z',
    title: 'Export',
    contact: { email: 'ana@example.com', name: 'Ana Lima' },
    metadata: { thread_id: 'root@example.com' },
  })
  assert.deepEqual((await feedback({ body: 'First.' })).metadata, { thread_id: 'm1@example.com' })
})

test('a date that is missing or lies after the arrival is replaced by the arrival', async () => {
  const received = '2026-03-04T08:00:00.000Z'
  for (const date of ['yesterday', 'Tue, 03 Mar 2037 10:15:00 +0100'])
    assert.equal((await feedback({ body: 'Slow.', date }, received)).occurred_at, received)
  assert.equal((await feedback({ body: 'Slow.' }, received)).occurred_at, '2026-03-03T09:15:00.000Z')
})

test('a message without an id gets the same one each time; a long id is shortened', async () => {
  const without = await parseMail(
    Buffer.from(
      mail({ body: 'Text' })
        .toString()
        .replace(/^Message-ID:.*\r\n/m, ''),
    ),
  )
  const again = await parseMail(
    Buffer.from(
      mail({ body: 'Text' })
        .toString()
        .replace(/^Message-ID:.*\r\n/m, ''),
    ),
  )
  assert.match(without.id, /^[0-9a-f]{64}$/)
  assert.equal(without.id, again.id)
  assert.match((await feedback({ body: 'x', id: `${'a'.repeat(300)}@example.com` })).external_id!, /^sha256-/)
})

test('the history below the newest part is cut', async () => {
  const newest = 'It still fails for me.\n\nEspecially on Mondays.'
  const histories = [
    'On Mon, 2 Mar 2026 at 18:02, Support <help@acme.example> wrote:\n> Did it work?\n> Regards',
    'On Mon, 2 Mar 2026 at 18:02, A Person With A Long Name\n<help@acme.example>\nwrote:\n\n> Did it work?',
    'Am Mo., 2. März 2026 um 18:02 Uhr schrieb Support <help@acme.example>:\n\n> Ging es?',
    'Support schrieb am 02.03.2026 um 18:02:\n> Ging es?',
    'Am 02.03.26 um 18:02 schrieb Support:\n> Ging es?',
    '-----Original Message-----\nFrom: Support\nSent: Monday\nTo: Ana\nSubject: Export\n\nDid it work?',
    '-----Ursprüngliche Nachricht-----\nVon: Support\nGesendet: Montag\n\nGing es?',
    '________________________________\nFrom: Support <help@acme.example>\nSent: Monday, March 2, 2026 6:02 PM\nTo: Ana\nSubject: Export\n\nDid it work?',
    'Von: Support <help@acme.example>\nGesendet: Montag, 2. März 2026 18:02\nAn: Ana Lima <ana@example.com>\nBetreff: Export\n\nGing es?',
    '*From:* Support <help@acme.example>\n*Sent:* Monday\n*To:* Ana\n*Subject:* Export\n\nDid it work?',
    'Le lun. 2 mars 2026 à 18:02, Support <help@acme.example> a écrit :\n> Ça marche ?',
  ]
  for (const history of histories)
    assert.equal(await contentOf(`${newest}\n\n${history}`, { subject: 'Re: Export' }), newest, history)
})

test('answers between quoted lines are kept, and ordinary sentences are not taken for a header', async () => {
  assert.equal(
    await contentOf('> Does the export work?\nNo, it stops.\n> And the import?\nYes.'),
    'No, it stops.\nYes.',
  )
  const text = 'On Mondays the export is slow.\nFrom: the menu I choose Export.\nAm Ende fehlt eine Zeile.'
  assert.equal(await contentOf(text), text)
})

test('a reply that has nothing but quotes is not feedback', async () => {
  const { skipped } = await read({ subject: 'Re: Export', body: 'On 2 Mar 2026, Support wrote:\n> Did it work?' })
  assert.deepEqual([skipped?.reason, skipped?.isFault], ['no_text', false])
})

test('signatures and legal footers are cut', async () => {
  const text = 'The export never ends.\n\nPlease fix it.'
  const ends = [
    '-- \nAna Lima\nHead of Data, Acme\n+49 30 1234567',
    'Best regards,\nAna\n\nAcme GmbH | Berlin',
    'Thanks!\nAna',
    'Mit freundlichen Grüßen\n\nAna Lima\nAcme GmbH\nHauptstr. 1\n10115 Berlin',
    'Viele Grüße\nAna',
    'LG',
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'Get Outlook for iOS',
    'This e-mail and any attachments are confidential and intended solely for the addressee.\nIf you are not the intended recipient, delete it.',
    'Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, löschen Sie sie.',
    'CONFIDENTIALITY NOTICE: the content is private.',
    'Best regards,\nAna\n\nThis message is intended for the addressee only and may be privileged, '.padEnd(200, 'x'),
  ]
  for (const end of ends) assert.equal(await contentOf(`${text}\n\n${end}`), text, end)
})

test('thanks in the middle of a text and a text of one closing are kept', async () => {
  const text = `Thanks\n\n${'The export never ends, which costs us an hour every week and more at the end of the month. '.repeat(2)}`
  assert.equal(await contentOf(text), text.trim())
  assert.equal(await contentOf('Thank you very much!'), 'Thank you very much!')
})

test('encodings: ISO-8859-1 quoted-printable, UTF-8 base64, windows-1252 and encoded headers', async () => {
  const latin = await feedback({
    type: 'text/plain; charset=ISO-8859-1',
    encoding: 'quoted-printable',
    subject: '=?ISO-8859-1?Q?Gr=FC=DFe_aus_K=F6ln?=',
    from: '=?UTF-8?B?SsO8cmdlbiBNw7xsbGVy?= <juergen@example.de>',
    body: 'Der Export h=E4ngt f=FCr gro=DFe Dateien, und das dauert bei uns jeden Mon=\ntag eine Stunde.',
  })
  assert.deepEqual(
    [latin.content, latin.title, latin.contact?.name],
    [
      'Der Export hängt für große Dateien, und das dauert bei uns jeden Montag eine Stunde.',
      'Grüße aus Köln',
      'Jürgen Müller',
    ],
  )
  const base64 = Buffer.from('Größe — 10 €').toString('base64')
  assert.equal(await contentOf(base64, { encoding: 'base64' }), 'Größe — 10 €')
  const windows = await feedback({ type: 'text/plain; charset=windows-1252', body: Buffer.from([0x80, 0x20, 0xfc]) })
  assert.equal(windows.content, '€ ü')
})

test('HTML-only mail becomes text without quotes, styles and signature', async () => {
  const html = `<html><head><style>p { color: red }</style></head><body><p>The export
    is <b>slow</b>.</p><div>Second &amp; last line</div><div class="gmail_signature">Ana, CEO</div>
    <div class="gmail_quote">On Mon, 2 Mar 2026 at 18:02, Support &lt;help@acme.example&gt; wrote:<br>
    <blockquote>Did it work?</blockquote></div></body></html>`
  assert.equal(await contentOf(html, { type: 'text/html; charset=utf-8' }), 'The export is slow.\nSecond & last line')
})

test('with both texts the plain one is read, and attachments are not', async () => {
  const body = [
    '--x',
    'Content-Type: multipart/alternative; boundary=y',
    '',
    '--y',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Plain text.',
    '--y',
    'Content-Type: text/html',
    '',
    '<p>HTML text.</p>',
    '--y--',
    '--x',
    'Content-Type: text/plain; name=log.txt',
    'Content-Disposition: attachment; filename=log.txt',
    '',
    'a log file',
    '--x--',
  ].join('\n')
  assert.equal(await contentOf(body, { type: 'multipart/mixed; boundary=x' }), 'Plain text.')
})

test('a message that is all in its subject is feedback', async () => {
  assert.equal(await contentOf('', { subject: 'Please add a dark theme' }), 'Please add a dark theme')
})

test('texts that are made to be slow are read all the same', async () => {
  const bytes = 256 * 1024
  const slow = ['From: a\n', '_', ' ', 'On \n', '> ', 'Thanks\n', 'Subject: a\n', '-- a', 'a@', '<']
  for (const part of slow) await read({ subject: 'Fwd: x', body: `x${part.repeat(bytes / part.length)}y` })
  for (const part of ['<br', '<blockquote>', '<p title="<br<br', '<!-- <br', '&lt;'])
    await read({ type: 'text/html', body: part.repeat(bytes / part.length) })
})

test('automatic replies, bounces and bulk mail are skipped', async () => {
  const cases: [Partial<MailInput>, string][] = [
    [{ headers: ['Auto-Submitted: auto-replied'] }, 'auto_reply'],
    [{ headers: ['X-Autoreply: yes'] }, 'auto_reply'],
    [{ headers: ['Precedence: bulk'] }, 'bulk'],
    [{ headers: ['Return-Path: <>'] }, 'bounce'],
    [{ from: 'Mail Delivery System <MAILER-DAEMON@mx.example.com>' }, 'bounce'],
    [{ type: 'multipart/report; report-type=delivery-status; boundary=r', body: '--r\n\nfailed\n--r--' }, 'bounce'],
  ]
  for (const [input, reason] of cases) {
    const { drafts, skipped } = await read({ body: 'I am away.', ...input })
    assert.deepEqual([drafts.length, skipped?.reason, skipped?.isFault], [0, reason, false], JSON.stringify(input))
  }
  assert.equal(
    await contentOf('Not automatic.', { headers: ['Auto-Submitted: no', 'Precedence: list'] }),
    'Not automatic.',
  )
})
