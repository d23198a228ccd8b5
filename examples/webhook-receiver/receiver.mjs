// Receives webhooks of Earshot, verifies them and prints one line per event.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET, PORT = '8081' } = process.env
const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
const toleranceSeconds = 300

/** Standard Webhooks: an HMAC of id, time and raw body; while a secret is rotated there are two signatures. */
function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers
  if (!id || !(Math.abs(Date.now() / 1000 - Number(time)) < toleranceSeconds)) return false
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Deliveries can come twice; a real receiver keeps the ids in its database. */
const handled = new Set()

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  if (!isSigned(request.headers, body)) return response.writeHead(401).end()
  response.writeHead(204).end()
  const id = request.headers['webhook-id']
  if (handled.has(id)) return
  handled.add(id)
  const { type, data } = JSON.parse(body)
  console.log(`${type} ${data.object?.name ?? data.object?.title ?? data.object?.id ?? ''}`.trim())
})
server.listen(Number(PORT), () => console.log(`http://localhost:${server.address().port}`))
