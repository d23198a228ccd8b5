import { type Rating, ratingProblem, readRating, type Scale, toRating } from '#contract/core/read-rating.ts'
import type { TicketFields } from '#domain/sources/tickets/batch-rows.ts'
import { cleanText, isObject, withoutUndefined } from './sanitize.ts'

/* Ratings in external payloads; one that is invalid becomes undefined, as other optional values do. */

const limit = 1e6
const maxCommentLength = 2000
export const defaultScale: Scale = [1, 5]

export const number = (value: unknown) => {
  const isNumeric = typeof value === 'string' && /^-?\d{1,9}(\.\d{1,9})?$/.test(value.trim())
  const found = isNumeric ? Number(value) : value
  return typeof found === 'number' && Math.abs(found) <= limit ? found : undefined
}

/** A number, a text such as `4/5` or `good`, or an object with value and scale. */
export function ratingFrom(value: unknown, scale: Scale = defaultScale): Rating | undefined {
  if (isObject(value))
    return ratingFrom(value.value, [number(value.scale_min) ?? scale[0], number(value.scale_max) ?? scale[1]])
  const plain = number(value)
  const read = plain === undefined && typeof value === 'string' ? readRating(value) : undefined
  if (plain === undefined && !read) return undefined
  const rating = read ? toRating(read, scale) : toRating({ value: plain!, scale: null }, scale)
  return ratingProblem(rating) ? undefined : rating
}

/** The satisfaction score of a ticket, of which the API accepts 0 to 100. */
export function csatFrom(score: unknown, comment: unknown, scale?: Scale): TicketFields['csat'] | undefined {
  const rating = ratingFrom(score, scale)
  if (!rating || rating.scale_min < 0 || rating.scale_max > 100) return undefined
  return {
    score: rating.value,
    scale_min: rating.scale_min,
    scale_max: rating.scale_max,
    ...withoutUndefined({ comment: cleanText(comment)?.slice(0, maxCommentLength).toWellFormed() }),
  }
}
