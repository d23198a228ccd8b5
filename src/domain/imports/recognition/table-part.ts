import { csvColumns } from '#contract/resources/csv-columns.ts'
import type { RecognizedKind } from '#contract/resources/recognition.ts'
import { ApiError, invalidField } from '#domain/errors.ts'
import { inspectOffThread } from '#domain/imports/csv-uploads/create/inspect-off-thread.ts'
import type { FileFormat } from '#domain/imports/csv-uploads/file/detect-format.ts'
import type { ReadInput } from './read-input.ts'
import { emptyPart, type UnnamedPart } from './part.ts'

/** The table in a text; refuses what is none. */
export async function findTable({ text, path }: ReadInput, csv = text): Promise<FileFormat> {
  try {
    return (await inspectOffThread({ type: undefined, bytes: Buffer.from(csv, 'utf8') })).format
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
    const { message, code } = error.details?.[0] ?? { message: 'is not a table', code: undefined }
    return invalidField(path, message, code)
  }
}

const maxHeaderLength = 60
/** Longer texts are not pasted tables, but notes with commas. */
const minColumns = 2

/** A table in a pasted text or a file without an ending: its first line names fields that are known. */
export async function looksLikeTable(input: ReadInput): Promise<FileFormat | undefined> {
  const first = input.text.trimStart().split(/\r?\n/, 1)[0]!
  if (!/[,;\t|]/.test(first) || /[.!?]$/.test(first.trim())) return undefined
  const format = await findTable(input).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  if (!format || format.headers.length < minColumns) return undefined
  const isHeader = format.headers.every((name) => name.length <= maxHeaderLength && !/[.!?]\s/.test(name))
  const isKnown = format.suggestion.columns.some(({ target, confidence }) => target !== null && confidence !== 'low')
  return isHeader && isKnown ? format : undefined
}

/** Fields that are used where a required one has no column. */
const isMapped = ({ type, suggestion }: FileFormat, target: string): boolean => {
  const { fallback } = csvColumns[type][target]!
  return suggestion.columns.some((column) => column.target === target || column.target === fallback)
}

function missingIn(format: FileFormat): string[] {
  const required = Object.entries(csvColumns[format.type]).flatMap(([name, { required: is }]) => (is ? [name] : []))
  const ambiguous = format.suggestion.columns.filter(
    ({ target, date_format }) => date_format === 'ambiguous' && target?.endsWith('_date'),
  )
  return [...required.filter((name) => !isMapped(format, name)), ...ambiguous.map(({ header }) => header)]
}

export function tablePart(format: FileFormat, content: string | null, kinds: RecognizedKind[] = []): UnnamedPart {
  const { type, platform, row_count, headers } = format
  return {
    ...emptyPart('table', [...new Set<RecognizedKind>([...kinds, 'table'])]),
    table: { type, platform, row_count, headers, missing: missingIn(format), content },
  }
}
