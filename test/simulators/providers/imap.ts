import { json, type SimulatedItem, type Simulator } from '../simulator.ts'
import { startImapServer } from '../imap-server.ts'

/* A mailbox with one message for each item; numbered anew when `generation` is raised. */

const user = 'feedback@example.com'
const password = 'app-password'
const idOf = ({ id }: SimulatedItem) => `${id}@mail.example.com`

const rawOf = (item: SimulatedItem) =>
  [
    `Message-ID: <${idOf(item)}>`,
    `From: "Person ${item.n}" <p${item.n}@example.com>`,
    `To: ${user}`,
    `Subject: Report ${item.n}`,
    `Date: ${new Date(item.createdAt).toUTCString().replace('GMT', '+0000')}`,
    'Content-Type: multipart/alternative; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `${item.text}\r\n\r\n-- \r\nPerson ${item.n}`,
    '--b1',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${item.text}</p>`,
    '--b1--',
    '',
  ].join('\r\n')

export const simulator: Simulator = {
  config: { host: 'imap.example.com', folder: 'Feedback' },
  credential: { user, password },
  reportsEdits: false,
  expiresPositions: true,
  expected: (item) => ({ type: 'feedback', external_id: idOf(item) }),
  answer: () => json({ error: 'this server speaks IMAP' }, 501),
  listen: (world, nextFault) =>
    startImapServer({
      user,
      password,
      folders: ['INBOX', 'Feedback'],
      validity: () => world.generation,
      messages: (folder) =>
        folder === 'Feedback'
          ? world.items.map((item) => ({
              uid: item.n + 1 + (world.generation - 1) * 7,
              raw: rawOf(item),
              receivedAt: item.createdAt,
            }))
          : [],
      fault() {
        const fault = nextFault()
        if (fault === 'drop' || fault === undefined) return fault
        return fault.status === 429 ? 'NO [LIMIT] too many connections' : 'NO [UNAVAILABLE] try again later'
      },
    }),
}
