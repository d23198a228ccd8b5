import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  categoryDefinitions,
  labelGuide,
  labelRules,
  sentimentDefinitions,
  sentimentMeaning,
} from '#contract/core/label-definitions.ts'
import { Sentiment } from '#contract/core/labels.ts'
import { categoryKeys } from '#vocabulary/categories.ts'

const definitions = [...sentimentDefinitions, ...categoryDefinitions]
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| ([A-Z][A-Z_]+) \| (.+) \|$/gm)].map(([, label, when]) => ({ label, when }))

for (const path of ['docs/analysis/labels.md', 'training/README.md'])
  test(`${path} defines the labels as the code does`, () => {
    const text = readFileSync(path, 'utf8')
    assert.deepEqual(rowsOf(text), definitions)
    for (const rule of [`**Sentiment** is ${sentimentMeaning}.`, ...labelRules]) assert.ok(text.includes(rule), rule)
  })

test('every label of the contract is defined, and the guide has them all', () => {
  const sentiments = (Sentiment as unknown as { enum: string[] }).enum
  assert.deepEqual(sentimentDefinitions.map(({ label }) => label).sort(), [...sentiments].sort())
  assert.deepEqual(categoryDefinitions.map(({ label }) => label).sort(), [...categoryKeys].sort())
  for (const { label, when } of definitions) assert.ok(labelGuide.includes(`- ${label}: ${when}`))
})
