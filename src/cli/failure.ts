import { InvalidInputError, EarshotError } from '#client/errors.ts'
import { UsageError } from '#client/usage-error.ts'
import { type Io, print, ReaderClosedError } from './io.ts'
import { stripControls } from './text.ts'

export const exit = { ok: 0, refused: 1, failed: 2, usage: 64 } as const

/** Prints the error and returns the exit code. */
export async function reportError(error: unknown, io: Io): Promise<number> {
  if (error instanceof ReaderClosedError) return exit.ok
  if (error instanceof EarshotError) {
    await print(
      io.stderr,
      linesOf(error)
        .map((line) => `${stripControls(line)}\n`)
        .join(''),
    )
    return error.status >= 400 && error.status < 500 ? exit.refused : exit.failed
  }
  if (error instanceof UsageError || error instanceof InvalidInputError || isParseError(error)) {
    await print(io.stderr, `earshot: ${stripControls((error as Error).message)}\n`)
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
