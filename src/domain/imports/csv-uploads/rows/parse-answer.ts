import { parseDate } from '#engine/csv/parse-date.ts'
import type { RowIssue } from './parse-row.ts'
import type { QuestionPlan } from '#domain/imports/csv-uploads/mapping/row-plan.ts'

type ParsedAnswer = { value: string | number | boolean | string[] } | { issue: RowIssue }

const yesValues = new Set(['yes', 'true', '1', 'y', 'x'])
const noValues = new Set(['no', 'false', '0', 'n'])
const maxText = 50_000
const maxLabelLength = 200

/** A cell that is not empty, as the answer to its question. */
export function parseAnswer({ header, type, order, range }: QuestionPlan, text: string): ParsedAnswer {
  const invalid = (code: RowIssue['code'], message: string): ParsedAnswer => ({
    issue: { header, code, message, value: text.slice(0, 200).toWellFormed() },
  })
  switch (type) {
    case 'open_text':
      return text.length > maxText ? invalid('TOO_LONG', `is longer than ${maxText} characters`) : { value: text }
    case 'single_choice':
      return text.length > maxLabelLength
        ? invalid('TOO_LONG', `is longer than ${maxLabelLength} characters`)
        : { value: text }
    case 'multi_choice': {
      const labels = [
        ...new Set(
          text
            .split(/[;,]/)
            .map((label) => label.trim())
            .filter(Boolean),
        ),
      ]
      return labels.some((label) => label.length > maxLabelLength)
        ? invalid('TOO_LONG', `has a choice of more than ${maxLabelLength} characters`)
        : { value: labels }
    }
    case 'boolean':
      return parseBoolean(text) ?? invalid('INVALID_VALUE', 'is neither yes nor no')
    case 'date': {
      const day = parseDate(text, order)?.slice(0, 10)
      return day ? { value: day } : invalid('INVALID_DATE', 'is not a date')
    }
    default: {
      const number = parseNumber(text, type === 'number', range)
      return typeof number === 'number' ? { value: number } : invalid(number.code, number.message)
    }
  }
}

function parseBoolean(text: string): { value: boolean } | undefined {
  if (yesValues.has(text.toLowerCase())) return { value: true }
  return noValues.has(text.toLowerCase()) ? { value: false } : undefined
}

function parseNumber(
  text: string,
  allowFractions: boolean,
  range: readonly [number, number] | undefined,
): number | Pick<RowIssue, 'code' | 'message'> {
  if (!/^[+-]?\d{1,9}([.,]\d{1,6})?$/.test(text)) return { code: 'INVALID_NUMBER', message: 'is not a number' }
  const value = Number(text.replace(',', '.'))
  if (!allowFractions && !Number.isInteger(value)) return { code: 'INVALID_NUMBER', message: 'is not a whole number' }
  return range && (value < range[0] || value > range[1])
    ? { code: 'OUT_OF_RANGE', message: `is not between ${range[0]} and ${range[1]}` }
    : value
}
