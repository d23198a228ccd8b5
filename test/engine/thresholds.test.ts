import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const files = globSync('src/engine/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const isThresholds = ({ path }: { path: string }) => path.includes('/thresholds/')
const constant = /^(?:export )?const ([A-Z][A-Z_]+)\b/gm

test('every tunable number says which experiment chose it, or that it is a guess', () => {
  const named = files.filter(isThresholds).flatMap(({ path, text }) =>
    text.split(/(?=^\/\*\*)/m).flatMap((part) => {
      const comment = /^\/\*\*[\s\S]*?\*\//.exec(part)?.[0] ?? ''
      const words = comment.replace(/\n \*/g, '')
      const origin = /\bGuess\b|Chosen on|Fixed by the contract|\(analysis-experiments\.md\)/.test(words)
      return [...part.matchAll(constant)].map(([, name]) => ({ path, name, origin }))
    }),
  )
  assert.ok(named.length > 150, String(named.length))
  assert.deepEqual(
    named.filter(({ origin }) => !origin),
    [],
  )
})

test('the experiments are in docs/lab', () => {
  const pages = new Set(
    files.filter(isThresholds).flatMap(({ text }) => [...text.matchAll(/\(([\w-]+\.md)\)/g)].map((match) => match[1]!)),
  )
  assert.ok(pages.size >= 2)
  for (const page of pages) assert.ok(existsSync(`docs/lab/${page}`), page)
})

test('tunable numbers are in src/engine/thresholds only', () => {
  assert.deepEqual(
    files
      .filter((file) => !isThresholds(file))
      .flatMap(({ path, text }) => [...text.matchAll(constant)].map((match) => `${path}: ${match[1]!}`)),
    [],
  )
})
