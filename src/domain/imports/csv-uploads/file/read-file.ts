import { Readable } from 'node:stream'
import { type Info, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import type { Encoding } from '#engine/csv/detect-encoding.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'

type FileShape = { encoding: Encoding; delimiter: string }
type TableShape = FileShape & { skipped_records: number }
/** A record with its first line; `unclosed` when its last quote is never closed. */
export type FileRecord = { cells: string[]; line: number; unclosed: boolean }
export type RawRow = FileRecord & { number: number }
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Stray quotes and rows of another length are read as they are, and reported as problems of their row. */
const lenient = (delimiter: string): Options => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_error: true,
})

/** Limits the memory of the parser, which holds all records of a piece at once. */
const pieceBytes = 16 * 1024

async function* textOf(chunks: Chunks, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      yield decoder.decode(chunk.subarray(at, at + pieceBytes), { stream: true })
      await yieldToEventLoop()
    }
  yield decoder.decode()
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

export async function* recordsOf(chunks: Chunks, { encoding, delimiter }: FileShape): AsyncGenerator<FileRecord> {
  let lastLine = 0
  let doubled = 0
  let blank = 0
  let unclosed = false
  const source = Readable.from(textOf(chunks, encoding))
  const parser = parse({
    ...lenient(delimiter),
    info: true,
    on_skip: (error) => void (unclosed ||= error?.code === 'CSV_QUOTE_NOT_CLOSED'),
  })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const line = lastLine + 1 + info.empty_lines - blank
      blank = info.empty_lines
      // The parser counts \r\n inside quotes as two lines.
      for (const cell of record) if (cell.includes('\r\n')) doubled += cell.split('\r\n').length - 1
      lastLine = info.lines - doubled
      if (!isBlank(record)) yield { cells: record, line, unclosed: false }
    }
    if (unclosed) yield { cells: [], line: lastLine + 1 + parser.info.empty_lines - blank, unclosed: true }
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The rows of data, numbered from one. */
export async function* rowsOf(chunks: Chunks, shape: TableShape): AsyncGenerator<RawRow> {
  let number = -shape.skipped_records
  for await (const record of recordsOf(chunks, shape)) if (++number > 0) yield { ...record, number }
}

/** The first records of a text, of which the last one may be cut off. */
export const firstRecords = (text: string, delimiter: string, max: number): string[][] =>
  (parseAtOnce(text, { ...lenient(delimiter), to: max }) as unknown as string[][]).filter((cells) => !isBlank(cells))
