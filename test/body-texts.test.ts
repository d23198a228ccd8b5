import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import { parseStrict } from '#api/pipeline/strict-json.ts'
import { useFastLengths } from '#api/pipeline/string-length.ts'

const parse = (text: string) => parseStrict(Buffer.from(text))

test('quotes and backslashes end a text where JSON ends it', () => {
  const pieces = ['\\', '"', '\\"', '\\\\', 'a', '":', '{', ',']
  for (const first of pieces)
    for (const second of pieces)
      for (const third of pieces) {
        const value = { [first + second]: [first + second + third, { [third]: second }] }
        assert.deepEqual(parse(JSON.stringify(value)), value)
      }
  assert.throws(() => parse('{"a\\\\":1,"a\\\\":2}'), /occurs twice/)
  assert.throws(() => parse('{"a":"x\\\\","a":2}'), /occurs twice/)
  for (const broken of ['{"a":"x\\"}', '"', '{"a']) assert.throws(() => parse(broken), /not valid JSON/)
})

test('lengths count characters, not UTF-16 units', () => {
  const fast = new Ajv({ allErrors: true })
  useFastLengths(fast)
  const plain = new Ajv({ allErrors: true })
  const schema = { type: 'string', minLength: 2, maxLength: 4 }
  const [ours, theirs] = [fast.compile(schema), plain.compile(schema)]
  for (const unit of ['a', 'é', '👍'])
    for (let length = 0; length <= 9; length++) {
      const text = unit.repeat(length)
      assert.equal(ours(text), theirs(text), `${length} × ${unit}`)
      assert.deepEqual(ours.errors, theirs.errors)
    }
})
