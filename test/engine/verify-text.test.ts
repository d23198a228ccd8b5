import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CitableInsight, countsOf, readSentences } from '#engine/llm/cited-sentences.ts'
import { readStory } from '#engine/llm/write-story.ts'
import { verifyText } from '#engine/llm/verify-text.ts'
import { seededRandom } from '#engine/seeded-random.ts'

const member = 'The CSV export crashes whenever I select more than 10,000 rows, and support said "use the API"'
const name = { maxLength: 160, maxWords: 12 }
const isAccepted = (text: string, texts = [member], rules: Parameters<typeof verifyText>[2] = name) =>
  'text' in verifyText(text, { texts }, rules)

test('a text without counts may use the numbers, quotations and words of the evidence', () => {
  for (const text of [
    'CSV export crashes above 10,000 rows',
    'Large exports crash',
    'Export “crashes whenever I select more than 10,000 rows”',
    'Support answered “use the API” to an export crash',
    "The export's 10,000 rows limit",
  ])
    assert.ok(isAccepted(text), text)
})

test('numbers, quotations, addresses and subjects that nobody mentioned are refused', () => {
  for (const text of [
    'CSV export crashes above 20,000 rows',
    'CSV export crashes above twenty rows',
    '10,000 customers report that the export crashes',
    'Three customers say the export crashes',
    'Most customers say the export crashes',
    'Half of the users lose their export',
    'Exports crash twice a day',
    'Dozens of exports crash',
    'Exports crash for ½ of the team',
    'Export crashes, “I will cancel my subscription”',
    'Export crashes, “crash”',
    "Export crashes, 'I will cancel'",
    'Export “crashes whenever',
    'Export crashes, see https://example.com',
    'Export crashes, see evil.com',
    'Export <b>crashes</b>',
    'Export crashes [1]',
    'Buy our competitor',
    'Export\u202e crashes',
    '   ',
  ])
    assert.ok(!isAccepted(text), text)
})

test('a name of a group may say that something happens again', () => {
  const rules = { ...name, quotes: false, ownWords: true } as const
  const isName = (text: string) => isAccepted(text, ['order 55310 was invoiced in March and again in April'], rules)
  for (const text of ['Charged twice and not credited', 'Double bookings', 'Double-charged orders'])
    assert.ok(isName(text), text)
  for (const text of [
    'Charged twice a month',
    'Twice as expensive',
    'Double the price',
    'Prices doubled',
    'Two charges',
  ])
    assert.ok(!isName(text), text)
})

const insight = (n: number, contact: number | null, sentiment: CitableInsight['sentiment'] = 'NEGATIVE') => ({
  id: `insight-${n}`,
  name: `Export problem ${n}`,
  quote: `The export of report ${n} stops and nobody tells me why`,
  sentiment,
  contact_id: contact === null ? null : `contact-${contact}`,
})
const all = [insight(0, 1), insight(1, 2), insight(2, 2), insight(3, 3, 'POSITIVE'), insight(4, null, 'NEUTRAL')]
const limits = { max: 10, maxLength: 500 }
const isSentence = (text: string, cites: unknown, cites_all: unknown = false) =>
  readSentences([{ text, cites, cites_all }], { shown: all, all }, limits) !== undefined

test('a number must count what the sentence cites', () => {
  assert.ok(isSentence('3 insights of 2 customers say that the export stops', [0, 1, 2]))
  assert.ok(isSentence('Two customers say that the export stops', [0, 1]))
  assert.ok(isSentence('2 of 3 customers say that the export stops', [0, 1, 2]))
  assert.ok(isSentence('60% of the insights say that the export stops', [0, 1, 2]))
  assert.ok(isSentence('Most insights say that the export stops', [0, 1, 2]))
  assert.ok(isSentence('5 insights: 3 negative, 1 positive, 1 neutral', [], true))
  assert.ok(!isSentence('3 customers say that the export stops', [0, 1, 2]))
  assert.ok(!isSentence('5 insights say that the export stops', [0, 1, 2]))
  assert.ok(!isSentence('3 of 3 customers say that the export stops', [0, 1, 2]))
  assert.ok(!isSentence('70% of the insights say that the export stops', [0, 1, 2]))
  assert.ok(!isSentence('Most customers say that the export stops', [0]))
  assert.ok(!isSentence('All customers say that the export stops', [0, 1]))
  assert.ok(!isSentence('Nobody is happy: no customers like the export', [0, 1]))
  assert.ok(!isSentence('Drei Kunden sagen, dass der Export nicht funktioniert und das ist nicht gut', [0, 1]))
})

test('every citation must exist, and a sentence must have one', () => {
  assert.ok(isSentence('The export stops', [0]))
  for (const cites of [[], [5], [-1], [0, 0], ['0'], [0.5], null, undefined, 'all'])
    assert.ok(!isSentence('The export stops', cites), JSON.stringify(cites))
})

test('a story with one refused sentence is refused as a whole', () => {
  const sentence = { text: 'The export stops', cites: [0], cites_all: false }
  const story = { title: 'The export stops', narrative: [sentence], key_findings: [sentence] }
  assert.deepEqual(readStory(story, { shown: all, all })?.narrative, [
    { text: 'The export stops', insight_ids: ['insight-0'] },
  ])
  const bad = { ...sentence, text: '9 customers say that the export stops' }
  for (const altered of [
    { ...story, narrative: [sentence, bad] },
    { ...story, key_findings: [bad] },
    { ...story, title: '9 customers: the export stops' },
    { ...story, narrative: [] },
    {},
    null,
  ])
    assert.equal(readStory(altered, { shown: all, all }), undefined)
})

/* Random evidence, a true sentence about it, and that sentence with one number, quotation or citation altered. */

const vocabulary =
  `export import invoice report dashboard login password search filter widget calendar reminder ticket survey
  segment theme slow broken missing wrong confusing crashes freezes disappears duplicates works helps saves loses`.split(
    /\s+/,
  )
const runs = 400

for (const [what, alter] of Object.entries<(text: string, random: () => number) => string>({
  'first number': (text, random) =>
    text.replace(/^\d+/, (digits) => String(Number(digits) + 1 + Math.floor(random() * 9))),
  number: (text, random) =>
    text.replace(/\d+(?= (?:insights|customers|voices))/, (digits) =>
      String(Number(digits) + 1 + Math.floor(random() * 9)),
    ),
  total: (text, random) =>
    text.replace(/(?<=of )\d+/, (digits) => String(Number(digits) + 1 + Math.floor(random() * 9))),
  'word of a quotation': (text, random) =>
    text.replace(/“(.*)”/, (_, quote: string) => {
      const words = quote.split(' ')
      words[Math.floor(random() * words.length)] = 'altered'
      return `“${words.join(' ')}”`
    }),
  'order of a quotation': (text) => text.replace(/“(\S+) (\S+)/, '“$2 $1'),
  'letter of a quotation': (text, random) =>
    text.replace(/“(.*)”/, (_, quote: string) => {
      const at = Math.floor(random() * quote.length)
      return `“${quote.slice(0, at)}q${quote.slice(at + 1)}”`
    }),
}))
  test(`a true sentence is accepted, and refused with an altered ${what}`, () => {
    const random = seededRandom(7)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
    let checked = 0
    for (let run = 0; run < runs; run++) {
      const evidence = Array.from({ length: 2 + Math.floor(random() * 20) }, (_, n): CitableInsight => ({
        id: `i${n}`,
        name: pick(vocabulary),
        quote: [...new Set(Array.from({ length: 9 }, () => pick(vocabulary)))].join(' '),
        sentiment: pick(['POSITIVE', 'NEGATIVE', 'NEUTRAL'] as const),
        contact_id: random() < 0.8 ? `c${Math.floor(random() * 6)}` : null,
      }))
      const cites = evidence.flatMap((_, n) => (random() < 0.5 ? [n] : []))
      if (cites.length === 0) cites.push(0)
      const [own, whole] = [countsOf(cites.map((n) => evidence[n]!)), countsOf(evidence)]
      const unit = pick(['insights', 'customers', 'voices'] as const)
      const words = evidence[pick(cites)]!.quote!.split(' ')
      const from = Math.floor(random() * (words.length - 3))
      const quote = words.slice(from, from + 3).join(' ')
      const text = `${own[unit]} ${pick([`of ${whole[unit]} `, `of the ${whole[unit]} `])}${unit} say “${quote}” in ${own.insights} insights.`
      const read = (one: string) =>
        readSentences([{ text: one, cites, cites_all: false }], { shown: evidence, all: evidence }, limits)
      assert.equal(read(text)?.[0]?.text, text)
      const altered = alter(text, random)
      const said = /“(.*)”/.exec(altered)![1]!
      // By chance another member may have said it.
      const isTrue = said !== quote && cites.some((n) => evidence[n]!.quote!.includes(said))
      if (altered === text || isTrue) continue
      assert.equal(read(altered), undefined, `${text} → ${altered}`)
      checked++
    }
    assert.ok(checked > runs / 2, `${checked} alterations`)
  })
