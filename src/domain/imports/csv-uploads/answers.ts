import { readDate } from '#engine/csv/dates.ts'
import type { Issue } from './check-row.ts'
import type { QuestionPlan } from './mapping.ts'

type Read = { value: string | number | boolean | string[] } | { issue: Issue }

const yes = new Set(['yes', 'true', '1', 'y', 'x'])
const no = new Set(['no', 'false', '0', 'n'])
const maxText = 50_000
const maxLabel = 200

/** A filled cell as the answer to its question. */
export function readAnswer({ header, type, order, range }: QuestionPlan, text: string): Read {
  const bad = (code: Issue['code'], message: string): Read => ({
    issue: { header, code, message, value: text.slice(0, 200).toWellFormed() },
  })
  switch (type) {
    case 'open_text':
      return text.length > maxText ? bad('TOO_LONG', `is longer than ${maxText} characters`) : { value: text }
    case 'single_choice':
      return text.length > maxLabel ? bad('TOO_LONG', `is longer than ${maxLabel} characters`) : { value: text }
    case 'multi_choice': {
      const labels = [
        ...new Set(
          text
            .split(/[;,]/)
            .map((label) => label.trim())
            .filter(Boolean),
        ),
      ]
      return labels.some((label) => label.length > maxLabel)
        ? bad('TOO_LONG', `has a choice of more than ${maxLabel} characters`)
        : { value: labels }
    }
    case 'boolean':
      return yes.has(text.toLowerCase())
        ? { value: true }
        : no.has(text.toLowerCase())
          ? { value: false }
          : bad('INVALID_VALUE', 'is neither yes nor no')
    case 'date': {
      const day = readDate(text, order)?.slice(0, 10)
      return day ? { value: day } : bad('INVALID_DATE', 'is not a date that we can read')
    }
    default:
      return readNumber(text, type === 'number', range, bad)
  }
}

function readNumber(
  text: string,
  fractions: boolean,
  range: readonly [number, number] | undefined,
  bad: (code: Issue['code'], message: string) => Read,
): Read {
  if (!/^[+-]?\d{1,9}([.,]\d{1,6})?$/.test(text)) return bad('INVALID_NUMBER', 'is not a number')
  const value = Number(text.replace(',', '.'))
  if (!fractions && !Number.isInteger(value)) return bad('INVALID_NUMBER', 'is not a whole number')
  return range && (value < range[0] || value > range[1])
    ? bad('OUT_OF_RANGE', `is not between ${range[0]} and ${range[1]}`)
    : { value }
}
