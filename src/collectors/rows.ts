import type { Review } from './collector.ts'
import { at, instant, numberAt, share, textAt } from './dig.ts'
import { plainText } from './plain-text.ts'

/** Which path of a row holds which part of a review. */
export type Fields = Record<
  'id' | 'title' | 'text' | 'rating' | 'url' | 'published_at' | 'parent_text' | 'thread_role',
  string
>
export const plainFields: Fields = {
  id: 'id',
  title: 'title',
  text: 'text',
  rating: 'rating',
  url: 'url',
  published_at: 'published_at',
  parent_text: 'parent_text',
  thread_role: 'thread_role',
}

/** Rows of a file or an endpoint; what has no text is no review. */
export function reviewsFrom(rows: readonly unknown[], fields: Fields, best: number, worst: number): Review[] {
  return rows.map((row) => reviewFrom(row, fields, best, worst)).filter(({ text }) => text !== '')
}

function reviewFrom(row: unknown, fields: Fields, best: number, worst: number): Review {
  const role = textAt(row, fields.thread_role)
  return {
    id: textAt(row, fields.id),
    title: textAt(row, fields.title),
    text: plainText(textAt(row, fields.text) ?? ''),
    rating: share(numberAt(row, fields.rating), best, worst),
    url: textAt(row, fields.url),
    parentText: textAt(row, fields.parent_text),
    role: role === 'comment' || role === 'reply' ? role : 'post',
    publishedAt: instant(at(row, fields.published_at)),
  }
}

export const newestFirst = (reviews: Review[]) =>
  reviews.sort((a, b) =>
    (a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : (a.publishedAt ?? '') > (b.publishedAt ?? '') ? -1 : 0,
  )
