import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { MIN_POINT_CERTAINTY } from '#engine/thresholds/reading.ts'
import { endsWithAbbreviation, sentencesOf } from '#engine/text/sentences.ts'
import { splitStatements } from '#engine/text/split-statements.ts'

const split = (text: string) => sentencesOf(text).map(({ segment }) => segment.trim())

test('no sentence ends with an abbreviation of the nine languages', () => {
  const whole = [
    'The calendar gave the same slot to Dr. Okafor and Mrs. Lee.',
    'Some reports, e.g. Revenue, and approx. Five others are empty.',
    'Mr. J. R. Okafor cannot sign in.',
    'Room No. 5 Main Street is missing.',
    'Bei Fr. Berger, z. B. Montags, d.h. Fast immer, fehlt Nr. 5 Neu.',
    'Am 2. Oktober war die max. Dateigröße erreicht.',
    'Le rendez-vous de M. Dupont et Mme. Martin, p. ex. Lundi, a disparu.',
    'La cita del Sr. López, p. ej. El lunes, con la Dra. Ruiz no aparece.',
    'A consulta da Dra. Silva, por ex. Na segunda, sumiu.',
    'La visita del dott. Rossi, ad es. Lunedì, è sparita.',
    'De afspraak van mevr. De Vries, bijv. Maandag, is weg.',
    'Wizyta u dr. Nowaka, np. Jutro o godz. 9, znika.',
    '予約No. 5のDr. Tanakaが消える。',
  ]
  for (const text of whole) assert.deepEqual(split(text), [text])
})

test('words that only look like abbreviations end a sentence', () => {
  const pairs: [string, string][] = [
    ['It opens at 5 p.m.', 'Then it stops.'],
    ['We lose patients, files, etc.', 'Nobody helps.'],
    ['Das ist, was ich mag.', 'Aber teuer.'],
    ['Never mind.', 'The export works.'],
    ['I ordered size M.', 'They sent L.'],
    ['It takes 200 ms.', 'That is fast.'],
    ['The answer is no.', 'That hurts.'],
    ['検索は遅い。', '予約が消える。'],
  ]
  for (const [first, second] of pairs) assert.deepEqual(split(`${first} ${second}`), [first, second])
})

test('the sentences of a text are the whole text', () => {
  const pieces = fc.constantFrom('Dr. ', 'z. B. ', 'A. ', 'It works. ', 'no', ' 5 ', '。', '\n', 'é', '… ')
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => parts.join('')),
      (text) => {
        const found = sentencesOf(text)
        assert.equal(found.map(({ segment }) => segment).join(''), text)
        for (const { index, segment } of found) assert.equal(text.slice(index, index + segment.length), segment)
      },
    ),
  )
})

test('no point is cut off within an abbreviation, or before what follows it', async () => {
  const model = await openEmbedder('model', 1)
  try {
    const texts = [
      'We saw two appointments for Mrs. Lee on the same day, although we only booked one.',
      'The calendar gave the same slot to Dr. Okafor and the hygienist.',
      'Reminders were sent at 3 a.m. to about forty patients.',
    ]
    const found = await model.read(texts.map((text) => ({ text })))
    assert.deepEqual(
      found.map((points, n) => points.map(({ start, end }) => texts[n]!.slice(start, end))),
      texts.map((text) => [text]),
    )
    for (const [point] of found) assert.ok(point!.certainty >= MIN_POINT_CERTAINTY, String(point!.certainty))
  } finally {
    await model.close()
  }
})

test('statements keep abbreviations together', () => {
  const text =
    'The calendar gave the same slot to Dr. Okafor and a hygienist. Reminders for Mr. Lee never arrive at all.'
  assert.deepEqual(
    splitStatements(text).map((one) => one.text),
    ['The calendar gave the same slot to Dr. Okafor and a hygienist.', 'Reminders for Mr. Lee never arrive at all.'],
  )
  assert.ok(endsWithAbbreviation('the same slot for Dr'))
  assert.ok(endsWithAbbreviation('fehlt bei uns z.B.'))
  assert.ok(!endsWithAbbreviation('the address'))
})
