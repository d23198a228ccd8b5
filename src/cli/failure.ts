import { BadInput, EarshotError } from '#client/errors.ts'
import { type Io, print, ReaderLeft } from './io.ts'
import { clean } from './text.ts'

export const exit = { ok: 0, refused: 1, failed: 2, usage: 64 } as const

/** The command line does not say what to do. */
export class Usage extends Error {
  override name = 'Usage'
}

/** Tells what went wrong, and the exit code that says it to a script. */
export async function report(error: unknown, io: Io): Promise<number> {
  if (error instanceof ReaderLeft) return exit.ok
  if (error instanceof EarshotError) {
    await print(
      io.stderr,
      linesOf(error)
        .map((line) => `${clean(line)}\n`)
        .join(''),
    )
    return error.status >= 400 && error.status < 500 ? exit.refused : exit.failed
  }
  if (error instanceof Usage || error instanceof BadInput || isParseError(error)) {
    await print(io.stderr, `earshot: ${clean((error as Error).message)}\n`)
    return exit.usage
  }
  throw error
}

function linesOf({ code, message, details, replacementId, requestId, retryAfterSeconds }: EarshotError): string[] {
  return [
    `${code}: ${message}`,
    ...details.map((detail) => `  ${detail.path}: ${detail.message}`),
    ...(replacementId ? [`  replaced by: ${replacementId}`] : []),
    ...(retryAfterSeconds !== undefined ? [`  try again in: ${retryAfterSeconds} s`] : []),
    ...(requestId ? [`  request: ${requestId}`] : []),
  ]
}

const isParseError = (error: unknown) => String((error as { code?: unknown })?.code).startsWith('ERR_PARSE_ARGS_')
