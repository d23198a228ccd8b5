import { createHash } from 'node:crypto'
import type { Rating } from '#contract/core/read-rating.ts'

/** Equal for texts that differ only in case and white space. */
export const contentHash = (content: string): string =>
  createHash('sha256').update(content.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex')

export type RatingColumns = { rating_value: number | null; rating_min: number | null; rating_max: number | null }

export const ratingColumns = (rating: Rating | null | undefined): RatingColumns => ({
  rating_value: rating?.value ?? null,
  rating_min: rating?.scale_min ?? null,
  rating_max: rating?.scale_max ?? null,
})

export const isSameRating = (a: RatingColumns, b: RatingColumns) =>
  a.rating_value === b.rating_value && a.rating_min === b.rating_min && a.rating_max === b.rating_max

export const contentHashBytes = (content: string) => Buffer.from(contentHash(content), 'hex')
