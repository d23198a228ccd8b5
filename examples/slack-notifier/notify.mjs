// Posts new negative insights to a Slack channel. Run it every few minutes; it remembers the last event in a file.
import { readFile, writeFile } from 'node:fs/promises'

const { EARSHOT_URL, EARSHOT_API_KEY, SLACK_WEBHOOK_URL, STATE_FILE = 'last-event.txt' } = process.env

async function eventsAfter(after) {
  const query = new URLSearchParams({ types: 'insight.created', limit: '100', ...(after && { after }) })
  const response = await fetch(`${EARSHOT_URL}/api/v1/events?${query}`, {
    headers: { authorization: `Bearer ${EARSHOT_API_KEY}` },
  })
  const body = await response.json()
  if (!response.ok) throw new Error(body.error.message)
  return body
}

async function post(text) {
  const response = await fetch(SLACK_WEBHOOK_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  if (!response.ok) throw new Error(`Slack answered ${response.status}`)
}

/** Slack reads these three characters as markup. */
const escape = (text) => text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character])

let last = await readFile(STATE_FILE, 'utf8').catch(() => '')
let posted = 0
for (let more = true; more; ) {
  const { data, pagination } = await eventsAfter(last.trim())
  for (const { id, data: { object } } of data) {
    if (object?.sentiment === 'NEGATIVE') {
      await post(`:warning: *${escape(object.name)}* (${object.category.toLowerCase().replaceAll('_', ' ')})`)
      posted++
    }
    last = id
    // After each message, so that an error repeats none.
    await writeFile(STATE_FILE, last)
  }
  more = pagination.has_more
}
console.log(`${posted} messages`)
