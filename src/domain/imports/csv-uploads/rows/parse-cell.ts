import { Language, Phone } from '#contract/resources/contacts.ts'
import type { CsvColumn, RowCode } from '#contract/resources/csv-columns.ts'
import { Url } from '#contract/resources/feedback.ts'
import { ratingProblem, readRating, type Scale, toRating } from '#contract/core/read-rating.ts'
import { formats } from '#contract/core/formats.ts'
import { type DateOrder, parseDate, parseTimestamp } from '#engine/csv/parse-date.ts'
import { asciiKey } from '#engine/csv/ascii-key.ts'

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

const statuses: Record<string, string> = {
  open: 'open',
  new: 'open',
  'in progress': 'open',
  pending: 'pending',
  waiting: 'pending',
  on_hold: 'on_hold',
  'on hold': 'on_hold',
  hold: 'on_hold',
  snoozed: 'on_hold',
  solved: 'solved',
  resolved: 'solved',
  done: 'solved',
  closed: 'closed',
}
const priorities: Record<string, string> = {
  low: 'low',
  normal: 'normal',
  medium: 'normal',
  high: 'high',
  urgent: 'urgent',
  critical: 'urgent',
}

/** Help desks write a dash for a field that is not set. */
const noChoice = /^[-–—]$/

/** The value of a cell that is not empty, or a CellProblem; undefined for a value that was not given. */
export function parseCell({ kind, max, range }: CsvColumn, text: string, order: DateOrder, zone?: string): unknown {
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
      return parseTags(text)
    case 'status':
      if (noChoice.test(text)) return undefined
      return (
        statuses[text.toLowerCase().replace(/[\s-]+/g, ' ')] ??
        new CellProblem('INVALID_VALUE', 'is none of open, pending, on_hold, solved, closed')
      )
    case 'priority':
      if (noChoice.test(text)) return undefined
      return priorities[text.toLowerCase()] ?? new CellProblem('INVALID_VALUE', 'is none of low, normal, high, urgent')
    default:
      return patterns[kind].test(text) ? text : new CellProblem('INVALID_VALUE', `is not written as a ${kind}`)
  }
}

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

function parseTags(text: string): unknown {
  const tags = [
    ...new Set(
      text
        .split(';')
        .map((tag) => tag.replace(/\s+/g, ' ').trim())
        .filter(Boolean),
    ),
  ]
  if (tags.length > maxTags) return new CellProblem('TOO_LONG', `has more than ${maxTags} tags`)
  return tags.some((tag) => tag.length > maxTagLength)
    ? new CellProblem('TOO_LONG', `has a tag of more than ${maxTagLength} characters`)
    : tags
}
