import { Language, Phone } from '#contract/resources/contacts.ts'
import type { CsvColumn, RowCode } from '#contract/resources/csv-columns.ts'
import { Url } from '#contract/resources/feedback.ts'
import { ratingProblem, readRating, type Scale, toRating } from '#contract/core/read-rating.ts'
import { formats } from '#contract/core/formats.ts'
import { type DateOrder, parseDate, parseTimestamp } from '#engine/csv/parse-date.ts'
import { asciiKey } from '#engine/csv/ascii-key.ts'
import { priorities, statuses } from './ticket-words.ts'

export class CellProblem {
  readonly code: RowCode
  readonly message: string
  constructor(code: RowCode, message: string) {
    this.code = code
    this.message = message
  }
}

const patternOf = (schema: object) => new RegExp((schema as { pattern: string }).pattern)
const patterns = { phone: patternOf(Phone), language: patternOf(Language), url: patternOf(Url) }
const maxTags = 50
const maxTagLength = 64

/** How the cells of a column are read. */
type CellFormat = { column: CsvColumn; order: DateOrder; zone?: string; separator?: string }

/** Help desks write a dash for a field that is not set. */
const noChoice = /^[-–—]$/

/** The value of a cell that is not empty, or a CellProblem; undefined for a value that was not given. */
export function parseCell({ column, order, zone, separator }: CellFormat, text: string): unknown {
  const { kind, max, range } = column
  if (max !== undefined && text.length > max) return new CellProblem('TOO_LONG', `is longer than ${max} characters`)
  switch (kind) {
    case 'text':
      return text.replace(/\r\n?/g, '\n')
    case 'name':
      return text.replace(/\s+/g, ' ')
    case 'integer':
      return parseInteger(text, range)
    case 'rating':
      return parseRating(text, range!)
    case 'date':
      return parseDate(text, order, zone) ?? parseTimestamp(text) ?? new CellProblem('INVALID_DATE', 'is not a date')
    case 'email':
      return text.length <= 254 && formats.email(text)
        ? text
        : new CellProblem('INVALID_EMAIL', 'is not an email address')
    case 'slug':
      return asciiKey(text) || new CellProblem('INVALID_VALUE', 'has no letters or digits')
    case 'tags':
      return parseTags(text, separator)
    case 'status':
      if (noChoice.test(text)) return undefined
      return (
        statuses[statusName(text)] ??
        new CellProblem('INVALID_VALUE', 'is none of open, pending, on_hold, solved, closed')
      )
    case 'priority':
      if (noChoice.test(text)) return undefined
      return priorities[text.toLowerCase()] ?? new CellProblem('INVALID_VALUE', 'is none of low, normal, high, urgent')
    case 'language':
      // Java writes pt_BR.
      return parsePattern(kind, text.replace('_', '-'))
    default:
      return parsePattern(kind, text)
  }
}

const parsePattern = (kind: keyof typeof patterns, text: string): unknown =>
  patterns[kind].test(text) ? text : new CellProblem('INVALID_VALUE', `is not written as a ${kind}`)

function parseInteger(text: string, range: readonly [number, number] | undefined): unknown {
  const match = /^([+-]?\d{1,9})(?:[.,]0+)?$/.exec(text)
  if (!match) return new CellProblem('INVALID_NUMBER', 'is not a whole number')
  const value = Number(match[1])
  return range && (value < range[0] || value > range[1])
    ? new CellProblem('OUT_OF_RANGE', `is not between ${range[0]} and ${range[1]}`)
    : value
}

function parseRating(text: string, scale: Scale): unknown {
  const read = readRating(text)
  if (!read) return read === null ? undefined : new CellProblem('INVALID_VALUE', 'is not a rating')
  const rating = toRating(read, scale)
  return ratingProblem(rating)
    ? new CellProblem('OUT_OF_RANGE', `is not between ${rating.scale_min} and ${rating.scale_max}`)
    : rating
}

/** Without the pipeline that HubSpot writes behind it: `Waiting on us (Support Pipeline)`. */
const statusName = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s*\([^()]*\)$/, '')
    .replace(/[\s-]+/g, ' ')

function parseTags(text: string, separator: string | undefined): unknown {
  const tags = [
    ...new Set(
      text
        .split(separator ?? ';')
        .map((tag) => tag.replace(/\s+/g, ' ').trim())
        .filter(Boolean),
    ),
  ]
  if (tags.length > maxTags) return new CellProblem('TOO_LONG', `has more than ${maxTags} tags`)
  return tags.some((tag) => tag.length > maxTagLength)
    ? new CellProblem('TOO_LONG', `has a tag of more than ${maxTagLength} characters`)
    : tags
}
