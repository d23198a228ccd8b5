// Serves the form and sends what people write to Earshot. The API key stays on this server.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const { EARSHOT_URL, EARSHOT_API_KEY, PORT = '8080' } = process.env
const page = await readFile(new URL('index.html', import.meta.url))
const maxBytes = 20_000

async function formOf(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > maxBytes) throw new Error('The form is too large.')
  }
  return new URLSearchParams(text)
}

async function sendFeedback(form) {
  const rating = Number(form.get('rating'))
  const email = form.get('email')
  const response = await fetch(`${EARSHOT_URL}/api/v1/feedback`, {
    method: 'POST',
    headers: { authorization: `Bearer ${EARSHOT_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      content: form.get('content'),
      source: 'website',
      ...(rating && { rating: { value: rating, scale_min: 1, scale_max: 5 } }),
      ...(email && { contact: { email } }),
    }),
  })
  if (!response.ok) throw new Error((await response.json()).error.message)
}

const server = createServer(async (request, response) => {
  const answer = (status, text, type = 'text/plain') =>
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text)
  if (request.method === 'GET' && request.url === '/') return answer(200, page, 'text/html')
  if (request.method !== 'POST' || request.url !== '/feedback') return answer(404, 'Not found')
  try {
    await sendFeedback(await formOf(request))
    answer(200, 'Thank you.')
  } catch (error) {
    answer(400, error.message)
  }
})
server.listen(Number(PORT), () => console.log(`http://localhost:${server.address().port}`))
