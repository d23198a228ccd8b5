/* Messages as mail programs write them. */

export type MailInput = {
  subject?: string
  from?: string
  date?: string
  id?: string
  headers?: readonly string[]
  type?: string
  encoding?: string
  body: string | Buffer
}

/** A whole message of one part; `body` is already encoded. */
export const mail = ({
  subject = 'Export',
  from = 'Ana Lima <ana@example.com>',
  date = 'Tue, 03 Mar 2026 10:15:00 +0100',
  id = 'm1@example.com',
  headers = [],
  type = 'text/plain; charset=utf-8',
  encoding = '8bit',
  body,
}: MailInput): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        `From: ${from}`,
        'To: feedback@acme.example',
        `Subject: ${subject}`,
        `Date: ${date}`,
        `Message-ID: <${id}>`,
        ...headers,
        'MIME-Version: 1.0',
        `Content-Type: ${type}`,
        `Content-Transfer-Encoding: ${encoding}`,
        '',
        '',
      ].join('\r\n'),
    ),
    typeof body === 'string' ? Buffer.from(body.replace(/\r?\n/g, '\r\n')) : body,
  ])
