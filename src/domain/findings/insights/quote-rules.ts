import { invalid } from '#domain/fail.ts'
import { findQuote } from '#engine/quote.ts'

export type Verified = { start_at: number | null; end_at: number | null; verified: boolean }

/** A quote is what the customer wrote, or it says openly that nobody checked; where the caller has no say in that, it is what the customer wrote. */
export function verifyQuote(path: string, text: string, source: string | undefined, allowUnverified: boolean | 'never'): Verified {
  const found = source === undefined ? undefined : findQuote(text, source)
  if (found) return { start_at: found.start, end_at: found.end, verified: true }
  if (source !== undefined && allowUnverified !== true)
    invalid(path, `is not in the source${allowUnverified === 'never' ? '' : '; send allow_unverified to keep it anyway'}`, 'QUOTE_NOT_IN_SOURCE')
  return { start_at: null, end_at: null, verified: false }
}
