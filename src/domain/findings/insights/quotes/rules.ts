import { invalidField } from '#domain/errors.ts'
import { findQuote } from '#engine/find-quote.ts'

type QuoteVerification = { start_offset: number | null; end_offset: number | null; verified: boolean }

/** Finds a quote in its source, or refuses it; `allowUnverified` is undefined where the operation has no such field. */
export function verifyQuote(
  path: string,
  text: string,
  source: string | undefined,
  allowUnverified?: boolean,
): QuoteVerification {
  const found = source === undefined ? undefined : findQuote(text, source)
  if (found) return { start_offset: found.start, end_offset: found.end, verified: true }
  if (source !== undefined && !allowUnverified)
    invalidField(
      path,
      `is not in the source${allowUnverified === undefined ? '' : '; send allow_unverified to keep it anyway'}`,
      'QUOTE_NOT_IN_SOURCE',
    )
  return { start_offset: null, end_offset: null, verified: false }
}
