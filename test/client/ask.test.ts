import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createClient } from '#client/client.ts'
import { publicInventory } from '#contract/index.ts'
import { app, org, useTestServerWithSharedOrg } from '../test-server.ts'
import { callOk } from '../test-worker.ts'
import { type } from './terminal.ts'

/* The same question through the command line and the SDK. */

useTestServerWithSharedOrg({
  async afterStart() {
    const plans = [
      ['Ana Lima', 'Acme', 'DE', 'The export stops at ten thousand rows.'],
      ['Ben Hall', 'Bolt', 'GB', 'The export loses my columns.'],
    ] as const
    for (const [name, company, country, quote] of plans) {
      const contact = { name, email: `${company}@example.com`, country, company: { name: company } }
      const { id: contact_id } = await callOk('POST', '/contacts', contact)
      const labels = { category: 'PAIN_POINTS', sentiment: 'NEGATIVE' }
      await callOk('POST', '/insights', { name: `Export fails at ${company}`, quote, contact_id, ...labels })
    }
  },
})

const typed = (argv: string[], more: object = {}) =>
  type(['ask', ...argv], {
    env: { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: '/nonexistent' },
    inventory: publicInventory,
    ...more,
  })

function conversation(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-ask-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'talk.txt')
}

test('earshot ask prints the answer with who said what, or JSON', async () => {
  const text = await typed(['Complaints', 'about', 'the', 'export'], { isTTY: true })
  assert.equal(text.code, 0, text.stderr)
  assert.match(text.stdout, /^\[\d\] “The export loses my columns\.” \(Ben Hall, Bolt, \d{4}-\d\d-\d\d\)$/m)
  const piped = await typed([], { stdin: 'Complaints about\nthe export\n' })
  assert.equal(JSON.parse(piped.stdout).insight_count, 2)
  const none = await typed(['What do customers say about podcasts?'], { isTTY: true })
  assert.match(none.stdout, /^No feedback .*podcasts/)
  assert.equal((await typed([], { stdin: ' ' })).code, 64)
})

test('--conversation goes on with the questions of a file, and --table prints the counts', async (t) => {
  const file = conversation(t)
  await typed(['--conversation', file, 'Complaints about the export'])
  const next = await typed(['--conversation', file, 'And from Germany?'])
  const { insight_count, understood } = JSON.parse(next.stdout)
  assert.deepEqual([insight_count, understood.follows_up], [1, true])
  assert.equal(readFileSync(file, 'utf8'), 'Complaints about the export\nAnd from Germany?\n')
  const table = await typed(['--table', 'Which company complains the most?'], { isTTY: true, columns: 100 })
  assert.match(table.stdout, /^NAME +INSIGHTS/)
  assert.match(table.stdout, /^Acme +1 /m)
  const asked = await typed(['--table', 'Complaints by company in a table'], { isTTY: true, columns: 100 })
  assert.match(asked.stdout, /^Bolt +1 /m)
})

test('the SDK asks and goes on', async () => {
  const earshot = createClient({ baseUrl: app.baseUrl, apiKey: org.admin.key })
  const { answer, citations } = await earshot.searchAnswer({ q: 'Complaints about the export, with quotes' })
  assert.ok(answer && citations.every(({ quote }) => answer.includes(quote)))
  const next = await earshot.searchAnswer({ q: 'And from Germany?', previous: 'Complaints about the export' })
  assert.deepEqual([next.insight_count, next.citations[0]?.person], [1, 'Ana Lima'])
})
