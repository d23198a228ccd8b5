import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLuhnValid, isMod97Valid } from '#engine/masking/find-values.ts'
import { maskTexts, TooManyStepsError } from '#engine/masking/mask-off-thread.ts'
import { checkPattern, compileMaskRules, maskText, maxPatternSize, maxStepsPerText } from '#engine/masking/mask-text.ts'
import runTask from '#engine/masking/mask-thread.ts'
import { createTurns } from '#engine/masking/turns.ts'
import { RE2JS } from 're2js'

const kinds = ['email', 'phone', 'card', 'iban'] as const
const rules = compileMaskRules({ kinds, patterns: [{ name: 'order', pattern: 'ORD-[0-9]{6}' }] })
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

const finderOf = (pattern: string) => compileMaskRules({ kinds: [], patterns: [{ name: 'secret', pattern }] })

test('patterns that cannot be used or cost too much are refused', () => {
  for (const pattern of ['(', 'a*', '(?=a)', '(a)\\1', '\\pL{999}\\pN', '[a-z]{1,300}', '(?:a{10}){51}'])
    assert.ok(checkPattern(pattern).problem, pattern)
  for (const pattern of ['(a+)+$', 'a.*b|a', '(x+x+)+y', 'ghp_[A-Za-z0-9]{36,255}'])
    assert.equal(checkPattern(pattern).problem, undefined, pattern)
  assert.match(checkPattern('\\pL{999}\\pN').problem!, /1002 instructions.*500 are allowed/)
})

test('counted searches find exactly what RE2 finds in the whole text', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    'a+',
    '[ab]',
    '.',
    'é',
    '\\b',
    '^',
    '$',
    '\\pL',
    '(?:ab|a)',
    'a*?b',
    '.*b|a',
    '\\s',
  )
  const patterns = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '\n', '😀', 'x'), maxLength: 60 })
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const matcher = RE2JS.compile(pattern).matcher(text)
      let expected = ''
      let position = 0
      while (matcher.find()) {
        if (matcher.start() === matcher.end()) continue
        expected += `${text.slice(position, matcher.start())}[secret]`
        position = matcher.end()
      }
      assert.equal(maskText(finderOf(pattern), text).text, expected + text.slice(position))
    }),
    { numRuns: 500 },
  )
})

test('a secret of any length is masked as a whole, at any position of a text', () => {
  const token = finderOf('tok_[A-Za-z0-9]{20,}')
  const block = finderOf('(?s)BEGIN KEY.*?END KEY')
  const lengths = fc.oneof(fc.integer({ min: 20, max: 3000 }), fc.integer({ min: 3000, max: 30_000 }))
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 5000 }), (length, offset) => {
      const before = 'x '.repeat(offset)
      assert.equal(maskText(token, `${before}tok_${'aB3'.repeat(length)} end`).text, `${before}[secret] end`)
      const key = `BEGIN KEY\n${'aB3/\n'.repeat(length / 5)}END KEY`
      assert.equal(maskText(block, `${before}${key} end`).text, `${before}[secret] end`)
    }),
    { numRuns: 40 },
  )
})

test('of values that overlap nothing stays readable, also where a text contains a placeholder', () => {
  const patterns = [
    { name: 'order', pattern: 'ORD-[0-9]{6}' },
    { name: 'token', pattern: '(?:tok_|ORD-)\\S{20,}' },
  ]
  const both = compileMaskRules({ kinds: ['card', 'phone'], patterns })
  const cases: Record<string, string> = {
    'key ORD-123456AbCdEfGhIjKlMnOp end': 'key [order][token] end',
    'key tok_AbCd[order]EfGhIjKlMnOpQrSt end': 'key [token][order][token] end',
    'call 4111 1111 1111 1111 or +4111 1111 1111 1111': 'call [card] or +[card]',
    'tok_[order]................................': '[token][order]................................',
  }
  for (const [text, expected] of Object.entries(cases)) {
    assert.equal(maskText(both, text).text, expected)
    assert.equal(maskText(both, expected).text, expected, 'masked once')
  }
  const long = `tok_${'aB3'.repeat(16_000)}`
  assert.equal(maskText(both, `${long}[order]${long}`).text, '[token][order][token]')
  // Punctuation is masked where a pattern asks for nothing else.
  assert.equal(maskText(finderOf('#{3}'), 'a ### b').text, 'a [secret] b')
})

test('texts that need many steps are not one task: other owners have their turn in between', () => {
  const rules = { kinds: [], patterns: [{ name: 'p', pattern: 'a.*b|a' }] }
  const texts = Array.from({ length: 20 }, () => 'a'.repeat(1500))
  const answer = runTask({ kind: 'mask', rules, texts }) as { masked: unknown[] }
  assert.ok(answer.masked.length > 0 && answer.masked.length < texts.length, String(answer.masked.length))
})

test('owners take turns, however many tasks one of them has', async () => {
  const turns = createTurns({ running: 1, waitingOfOwner: 10 })
  const order: string[] = []
  const take = (owner: string) => turns.take(owner, async () => void order.push(owner))
  await Promise.all([...Array.from({ length: 5 }, () => take('one')), take('two'), take('three')])
  assert.deepEqual(order, ['one', 'one', 'two', 'three', 'one', 'one', 'one'])
  const many = Array.from({ length: 12 }, () => take('one'))
  const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 1, 'one runs and ten wait')
})

test('an email address with a long name before the @ is masked as a whole', () => {
  assert.equal(masked(`to ${'a.b'.repeat(100)}@example.com now`), 'to [email] now')
  assert.equal(masked(`to a@${'sub.'.repeat(20)}example.com now`), 'to [email] now')
})

test('no text takes more steps than allowed: what would is refused, also with the largest patterns', async () => {
  const patterns = (pattern: string, count = 1) => Array.from({ length: count }, (_, n) => ({ name: `p${n}`, pattern }))
  const run = (list: ReturnType<typeof patterns>, text: string) =>
    maskTexts('owner', { kinds: [], patterns: list }, [text])
  // Every search reads to the end of the line, so that the whole would be quadratic.
  await assert.rejects(run(patterns('a.*b|a'), 'a'.repeat(50_000)), TooManyStepsError)
  // From before there was a limit: short texts are still masked, long ones are refused without being searched.
  const old = patterns('\\pL{999}\\pN', 20)
  await assert.rejects(run(old, 'a'.repeat(20_000)), TooManyStepsError)
  assert.equal((await run(old, `${'a'.repeat(999)}1`))[0]!.text, '[p0]')
  assert.ok(maxPatternSize * 50_000 < maxStepsPerText, 'allowed patterns are enough for the longest text')
})

test('the event loop goes on while a text is being masked', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  // About 10 million steps: half a second of work and more.
  await maskTexts('owner', { kinds: [], patterns: [{ name: 'p', pattern: '\\pL{480}\\pN' }] }, ['a'.repeat(20_000)])
  clearInterval(timer)
  // Work on this thread would let the timer run once.
  assert.ok(turns > 20, `${turns} turns`)
})

test('the texts of one owner wait for each other, not those of another owner', async () => {
  const ended: string[] = []
  const text = 'a'.repeat(10_000)
  const slow = Array.from({ length: 4 }, (_, n) =>
    maskTexts('one', { kinds: [], patterns: [{ name: 'p', pattern: '\\pL{400}\\pN' }] }, [text]).then(() =>
      ended.push(`one ${n}`),
    ),
  )
  const quick = maskTexts('two', { kinds: [], patterns: [{ name: 'p', pattern: 'ORD' }] }, [text]).then(() =>
    ended.push('two'),
  )
  await Promise.all([...slow, quick])
  assert.ok(ended.indexOf('two') < ended.indexOf('one 2'), ended.join(', '))
})
