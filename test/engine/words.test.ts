import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { anyOf, anyWord, readWords } from '#engine/words/read-words.ts'

const folder = 'src/engine/words/'
const names = globSync(`${folder}**/*.txt`).map((path) => path.slice(folder.length, -'.txt'.length))
const texts = globSync('src/{engine,domain}/**/*.{ts,txt}').map((path) => readFileSync(path, 'utf8'))

test('every word list has entries, none of them twice', () => {
  assert.ok(names.length > 50, String(names.length))
  for (const name of names) {
    const words = readWords(name)
    assert.ok(words.length > 0, name)
    assert.deepEqual(
      words.filter((word, n) => words.indexOf(word) !== n),
      [],
      name,
    )
  }
})

test('every word list is used, by the code or by another list', () => {
  const isUsed = (name: string) =>
    texts.some((text) => text.includes(`'${name}'`) || text.includes(`{${name.slice(name.lastIndexOf('/') + 1)}}`))
  assert.deepEqual(
    names.filter((name) => !isUsed(name)),
    [],
  )
})

test('lines have at most 120 columns', () => {
  for (const name of names)
    for (const line of readFileSync(`${folder}${name}.txt`, 'utf8').split('\n')) assert.ok(line.length <= 120, line)
})

test('comments are left out, and a list can refer to another one', () => {
  assert.ok(readWords('features/bug').includes('{does-not} {function-verbs}\\w*'))
  assert.ok(!readWords('features/bug').some((word) => word.startsWith('# ')))
  const bug = anyWord('features/bug', 'i')
  assert.equal(bug.exec('the export stopped working today')?.[0], 'stopped working')
  assert.equal(bug.test('a working export'), false)
  assert.doesNotMatch(anyOf('features/bug'), /does-not/)
})
