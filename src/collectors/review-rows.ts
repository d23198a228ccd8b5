import { readRating } from '#contract/core/read-rating.ts'
import type { CollectedReview } from './collector.ts'
import { valueAt, reviewTimestamp, numberAt, ratingShare, textAt } from './json-access.ts'
import { plainText } from './plain-text.ts'

/** The path of each review field in a row. */
export type ReviewFields = Record<
  'id' | 'title' | 'text' | 'rating' | 'url' | 'published_at' | 'parent_text' | 'thread_role',
  string
>
export const defaultFields: ReviewFields = {
  id: 'id',
  title: 'title',
  text: 'text',
  rating: 'rating',
  url: 'url',
  published_at: 'published_at',
  parent_text: 'parent_text',
  thread_role: 'thread_role',
}

/** Reviews from rows of a file or endpoint; rows without text are skipped. */
export function reviewsFrom(
  rows: readonly unknown[],
  fields: ReviewFields,
  best: number,
  worst: number,
): CollectedReview[] {
  return rows.map((row) => reviewFrom(row, fields, best, worst)).filter(({ text }) => text !== '')
}

function reviewFrom(row: unknown, fields: ReviewFields, best: number, worst: number): CollectedReview {
  const role = textAt(row, fields.thread_role)
  return {
    id: textAt(row, fields.id),
    title: textAt(row, fields.title),
    text: plainText(textAt(row, fields.text) ?? ''),
    rating: ratingOf(row, fields.rating, best, worst),
    url: textAt(row, fields.url),
    parentText: textAt(row, fields.parent_text),
    role: role === 'comment' || role === 'reply' ? role : 'post',
    publishedAt: reviewTimestamp(valueAt(row, fields.published_at)),
  }
}

/** A number on the source's scale, or a text with its own, such as `4/5` or `★★★★☆`. */
function ratingOf(row: unknown, path: string, best: number, worst: number): number | null {
  const number = numberAt(row, path)
  if (number !== null) return ratingShare(number, best, worst)
  const read = readRating(textAt(row, path) ?? '')
  return read ? ratingShare(read.value, read.scale?.[1] ?? best, read.scale?.[0] ?? worst) : null
}

export const newestReviewsFirst = (reviews: CollectedReview[]) =>
  reviews.sort((a, b) => {
    const [left, right] = [a.publishedAt ?? '', b.publishedAt ?? '']
    if (left === right) return 0
    return left < right ? 1 : -1
  })
