import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { app, org, useTestServer } from '../test-server.ts'
import { callOk } from '../test-worker.ts'
import { type } from './terminal.ts'

/* All themes as a YAML file: pull, plan, apply. */

useTestServer()

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-themes-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'themes.yaml')
const typed = (...argv: string[]) =>
  type(['themes', ...argv], { env: { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: folder } })
const change = (from: string | RegExp, to: string) => writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))

test('a file that was pulled changes nothing; edited, it does what its plan shows', async () => {
  await callOk('POST', '/themes', { name: 'Export', definition: 'Everything about exports' })
  await callOk('POST', '/themes', { name: 'Billing', belongs: ['The invoice is wrong'] })
  const insight = { name: 'CSV export stops', sentiment: 'NEGATIVE', category: 'BUGS_AND_ERRORS' }
  const [theme] = (await callOk('GET', '/themes', undefined, { q: 'Export' })).data
  await callOk('POST', '/insights', { ...insight, theme_ids: [theme.id] })
  assert.equal((await typed('pull', path)).code, 0)
  const first = readFileSync(path, 'utf8')
  assert.equal((await typed('pull')).stdout, first, 'the same every time')
  const same = JSON.parse((await typed('plan', path)).stdout)
  assert.deepEqual([same.changes, same.moves], [[], []])

  change('name: Export', 'name: Downloads')
  writeFileSync(path, `${readFileSync(path, 'utf8')}  - name: Money\n    merged: [Billing]\n`)
  change(/ {2}- id: \S+\n {4}name: Billing\n {4}belongs:\n {6}- .*\n/, '')
  const planned = JSON.parse((await typed('plan', path)).stdout)
  assert.deepEqual(
    planned.changes.map(({ action, theme: name, before }: Record<string, string>) => [action, name, before]),
    [
      ['rename', 'Downloads', 'Export'],
      ['create', 'Money', null],
      ['merge', 'Money', 'Billing'],
    ],
  )
  const stale = await typed('apply', path, '--plan', 'another')
  assert.equal(stale.code, 1)
  assert.match(stale.stderr, /INVALID_STATE: .*plan again/)
  const applied = await typed('apply', path, '--plan', planned.plan_id)
  assert.equal(applied.code, 0, applied.stderr)
  assert.deepEqual(JSON.parse(applied.stdout).changes, planned.changes)
  const { data } = await callOk('GET', '/themes', undefined, { sort: 'name' })
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['Downloads', 'Money'],
  )
  const undone = await typed('undo')
  assert.equal(undone.code, 0, undone.stderr)
  assert.equal(JSON.parse(undone.stdout).restored_insight_count, 0, 'the insight has been in its theme throughout')
  assert.equal((await typed('pull')).stdout, first, 'as before')
  const nothing = await typed('undo')
  assert.equal(nothing.code, 64)
  assert.match(nothing.stderr, /no applied file of themes/)
})

test('errors name the line of the file and the field', async () => {
  await callOk('POST', '/themes', { name: 'Export' })
  writeFileSync(path, 'themes:\n  - name: Export\n  - name: export\n    colour: red\n')
  const unknown = await typed('plan', path)
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /themes\.yaml, line 4 \(theme 2, colour\): /)
  writeFileSync(path, 'themes:\n  - name: Export\n  - name: export\n')
  assert.match((await typed('plan', path)).stderr, /line 3 \(theme 2, name\): “export” is in the document twice/)
  writeFileSync(path, 'themes:\n  - name: [\n')
  const broken = await typed('plan', path)
  assert.equal(broken.code, 64)
  assert.match(broken.stderr, /themes\.yaml, line \d/)
})
