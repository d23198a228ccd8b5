import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mutations } from './mutations.ts'
import { copyTree, runMutation, runTests } from './run-mutation.ts'

/* The short version of `npm run test:mutations`: the list is up to date, and one bug without a database is caught. */

test('each of at least fifty planted bugs has exactly one place in the code, and a test', () => {
  assert.ok(mutations.length >= 50)
  assert.equal(new Set(mutations.map(({ name }) => name)).size, mutations.length)
  for (const { name, file, search, replace, test: testFile } of mutations) {
    assert.equal(readFileSync(file, 'utf8').split(search).length, 2, name)
    assert.notEqual(search, replace, name)
    assert.ok(existsSync(testFile), name)
  }
})

test('a planted bug is caught, and the code without it passes', async (t) => {
  const { folder, remove } = copyTree()
  t.after(remove)
  const mutation = mutations.find(({ name }) => name === 'any signature of the right length is accepted')!
  const { test: testFile, only } = mutation
  assert.deepEqual((await runTests(folder, { test: testFile, only: [only!] })).failures, [])
  assert.equal((await runMutation(folder, mutation)).failures.length, 1)
})
