import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLuhnValid, isMod97Valid } from '#engine/masking/find-values.ts'
import { compileRules, maskText, patternProblem } from '#engine/masking/mask-text.ts'

const kinds = ['email', 'phone', 'card', 'iban'] as const
const rules = compileRules({ kinds, patterns: [{ name: 'order', pattern: 'ORD-[0-9]{6}' }] })
const masked = (text: string) => maskText(rules, text).text

test('each kind of value is replaced by the name of its rule', () => {
  const examples: [string, string][] = [
    ['Write to ana.lima+beta@mail.example.co.uk.', 'Write to [email].'],
    ['jürgen@müller.example schrieb', '[email] schrieb'],
    ['Call +49 30 1234567, 0171/1234567 or (555) 123-4567', 'Call [phone], [phone] or [phone]'],
    ['030 1234567 0171 1234567', '[phone] [phone]'],
    ['Card 4111 1111 1111 1111 12/27, or 5500-0000-0000-0004', 'Card [card] 12/27, or [card]'],
    ['IBAN DE89 3704 0044 0532 0130 00 bitte', 'IBAN [iban] bitte'],
    ['gb82west12345698765432', '[iban]'],
    ['Where is ORD-123456?', 'Where is [order]?'],
    ['ana@example.com and ana@example.com', '[email] and [email]'],
  ]
  for (const [text, expected] of examples) assert.equal(masked(text), expected)
})

test('numbers that only look alike are kept', () => {
  for (const text of [
    'On 01.02.2026 12:30, or 2026-05-06 10:00:00',
    'Version 1.2.3.4 at 192.168.100.200',
    'Order 12345678 for 1,000,000,000 at 0.123456789',
    'Card 4111 1111 1111 1112',
    'GB82 WEST 1234 5698 7654 33',
    '[email] and [phone]',
  ])
    assert.equal(masked(text), text)
})

test('masking twice masks nothing more, and every valid card and IBAN is found in any text', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`))
  const card = digits(15)
    .map((start) => [...'0123456789'].map((last) => start + last).find(isLuhnValid)!)
    .filter((number) => !/^(\d)\1*$/.test(number))
  const iban = digits(18).map((account) => {
    for (let check = 2; ; check++) {
      const text = `DE${String(check).padStart(2, '0')}${account}`
      if (isMod97Valid(text)) return text
    }
  })
  fc.assert(
    fc.property(fc.oneof(card, iban), fc.lorem(), (value, words) => {
      const text = `${words} ${value}, ${words}`
      const once = masked(text)
      return !once.includes(value) && masked(once) === once && once === masked(text)
    }),
    { numRuns: 200 },
  )
})

test('patterns that cannot be used are refused, and no pattern takes exponential time', () => {
  for (const pattern of ['(', 'a*', '(?=a)', '(a)\\1']) assert.ok(patternProblem(pattern), pattern)
  for (const pattern of ['(a+)+$', 'a.*b|a', '(x+x+)+y']) assert.equal(patternProblem(pattern), undefined)
  const evil = compileRules({ kinds: [], patterns: [{ name: 'evil', pattern: '(a+)+$' }] })
  // With backtracking this would not end.
  assert.equal(maskText(evil, `${'a'.repeat(1900)}b`).counts.size, 0)
})

test('a pattern matches across the windows in which a long text is searched', () => {
  for (const length of [1790, 1795, 1999, 3595, 5000]) {
    const text = `${'x '.repeat(length / 2)}ORD-123456 end ${'y '.repeat(1000)}`
    assert.equal(maskText(rules, text).counts.get('order'), 1, String(length))
  }
})
