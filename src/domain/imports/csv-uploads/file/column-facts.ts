import { createHash } from 'node:crypto'
import { csvLimits } from '#contract/resources/csv-columns.ts'
import { formats } from '#contract/core/formats.ts'
import { addRatingEvidence, emptyRatingEvidence, type RatingEvidence } from '#contract/core/rating-scale.ts'
import { isGarbled } from '#engine/csv/detect-encoding.ts'
import { addDateEvidence, emptyDateEvidence } from '#engine/csv/parse-date.ts'
import type { ColumnFacts } from '#engine/csv/suggest-mapping.ts'
import type { FileRecord } from './read-file.ts'
import { refuseFile } from './refuse-file.ts'

/** Later rows are only read for the order of day and month, and for the scale of ratings. */
const sampledRows = 5000
const maxSamples = 3
const maxSampleLength = 100
const maxChoices = 12
const maxDateLength = 64
const maxRatingLength = 100
const numberPattern = /^[+-]?\d{1,9}([.,]\d{1,6})?$/

/** Uploads of earlier versions have no evidence of ratings. */
export type ColumnProfile = ColumnFacts & { ratings?: RatingEvidence }
type Facts = ColumnFacts & { ratings: RatingEvidence }

const emptyFacts = (header: string): Facts => ({
  header,
  filled: 0,
  emails: 0,
  numbers: 0,
  min: Infinity,
  max: -Infinity,
  length: 0,
  dates: emptyDateEvidence(),
  ratings: emptyRatingEvidence(),
  samples: [],
  choices: [],
})

/** Statistics of each column, from which its meaning is guessed. */
export async function collectFacts(
  first: readonly FileRecord[],
  rest: AsyncIterable<FileRecord>,
  headers: readonly string[],
): Promise<{ facts: Facts[]; row_count: number; duplicates: number }> {
  const facts = headers.map(emptyFacts)
  let row_count = 0
  const seen = new Set<string>()
  const add = ({ cells }: FileRecord) => {
    seen.add(digest(cells))
    if (++row_count > csvLimits.rows) refuseFile('TOO_MANY_ROWS', `has more than ${csvLimits.rows} rows`)
    for (const [i, column] of facts.entries()) addToFacts(column, cells[i]?.trim() ?? '', row_count)
  }
  first.forEach(add)
  for await (const record of rest) add(record)
  return { facts: facts.map(finishFacts), row_count, duplicates: row_count - seen.size }
}

/** Short, because one is kept for every row of the table. */
const digest = (cells: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(cells)).digest('base64').slice(0, 16)

function addToFacts(facts: Facts, text: string, row: number) {
  if (text === '') return
  const isRead = (found: number) => row <= sampledRows || found >= sampledRows / 2
  if (text.length <= maxDateLength && isRead(facts.dates.dates)) addDateEvidence(facts.dates, text)
  if (text.length <= maxRatingLength && isRead(facts.ratings.ratings)) addRatingEvidence(facts.ratings, text)
  if (row > sampledRows) return
  facts.filled++
  facts.length += text.length
  if (text.length <= 254 && text.includes('@') && formats.email(text)) facts.emails++
  if (numberPattern.test(text)) {
    const value = Number(text.replace(',', '.'))
    facts.numbers++
    facts.min = Math.min(facts.min, value)
    facts.max = Math.max(facts.max, value)
  }
  if (isGarbled(text)) return
  if (facts.samples.length < maxSamples) facts.samples.push(text.slice(0, maxSampleLength).toWellFormed())
  if (facts.choices.length <= maxChoices && text.length <= maxSampleLength && !facts.choices.includes(text))
    facts.choices.push(text)
}

/** The length becomes a mean; columns without numbers get finite limits, because JSON has no infinity. */
const finishFacts = (facts: Facts): Facts => ({
  ...facts,
  length: Math.round(facts.length / Math.max(1, Math.min(facts.filled, sampledRows))),
  min: Number.isFinite(facts.min) ? facts.min : 0,
  max: Number.isFinite(facts.max) ? facts.max : 0,
})
