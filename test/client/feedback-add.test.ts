import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicInventory } from '#contract/index.ts'
import { openBackend } from './backend.ts'
import { type } from './terminal.ts'

test('earshot feedback add sends its words, or what comes on stdin, with the contact', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => ({ status: 201, body: { id: 'f-1', result: 'created' } }))
  const env = { EARSHOT_URL: baseUrl, EARSHOT_API_KEY: 'secret', HOME: '/nonexistent' }
  const add = (argv: string[], more: object = {}) =>
    type(['feedback', 'add', ...argv], { env, inventory: publicInventory, ...more })
  const words = await add(['The', 'export', 'fails', '--email', 'ana@example.com'], { isTTY: true })
  assert.deepEqual([words.code, words.stdout], [0, 'created f-1\n'], words.stderr)
  const piped = await add(['--source', 'call'], { stdin: 'Two\nlines\n' })
  assert.equal(JSON.parse(piped.stdout).id, 'f-1')
  assert.deepEqual(
    heard.map(({ method, url, body }) => [method, url, body]),
    [
      [
        'POST',
        '/api/v1/feedback',
        { content: 'The export fails', source: 'cli', contact: { email: 'ana@example.com' } },
      ],
      ['POST', '/api/v1/feedback', { content: 'Two\nlines', source: 'call' }],
    ],
  )
  const empty = await add([], { stdin: '  ' })
  assert.deepEqual([empty.code, heard.length], [64, 2])
})
