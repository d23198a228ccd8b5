import { invalidField } from '#domain/errors.ts'
import { findQuote } from '#engine/quote.ts'

export type Verified = { start_at: number | null; end_at: number | null; verified: boolean }

/** A quote is what the customer wrote, or it says openly that nobody checked; a caller who was not asked whether to keep it anyway is not told to say so. */
export function verifyQuote(
  path: string,
  text: string,
  source: string | undefined,
  allowUnverified?: boolean,
): Verified {
  const found = source === undefined ? undefined : findQuote(text, source)
  if (found) return { start_at: found.start, end_at: found.end, verified: true }
  if (source !== undefined && !allowUnverified)
    invalidField(
      path,
      `is not in the source${allowUnverified === undefined ? '' : '; send allow_unverified to keep it anyway'}`,
      'QUOTE_NOT_IN_SOURCE',
    )
  return { start_at: null, end_at: null, verified: false }
}
