import { ratingWords } from './rating-words.ts'

/* Reads ratings as people and programs write them: 4, 4/5, 4 out of 5, 4 stars, ★★★★☆, 80 %, good, 😡. */

export type Scale = readonly [min: number, max: number]
export type Rating = { value: number; scale_min: number; scale_max: number }
/** Without a scale the value is on the scale of its column. */
type ReadRating = { value: number; scale: Scale | null }

const number = String.raw`(\d{1,4}(?:[.,]\d{1,6})?)`
const starWords = 'stars?|sterne?n?|étoiles?|etoiles?|estrellas?|stelle|stella|sterren|ster|estrelas?|★|⭐\ufe0f?'
const plainNumber = new RegExp(`^${number}$`)
/** Survey tools write `10 - Extremely likely` and `5 (very satisfied)`. */
const labelled = new RegExp(String.raw`^${number}(?:\s+[-–—]\s+|\s*[:=]\s*|\s*\()\p{L}.*$`, 'u')
const ofWord = String.raw`(?:/|(?:out\s+)?of\b|von\b|sur\b|de\b|su\b|van\b|av\b|z\b)`
const outOf = new RegExp(
  String.raw`^(?:rated\s+|rating:?\s+)?${number}\s*${ofWord}\s*(\d{1,4})\s*(?:${starWords}|points?)?$`,
  'iu',
)
const inStars = new RegExp(String.raw`^${number}[\s-]*(?:${starWords})$`, 'iu')
const percent = new RegExp(String.raw`^${number}\s*%$`)
const glyphs = /^([★⭐]+)([☆✩✰]*)$/u

/** `offered` and the like: asked, but not answered. */
const noRating = new Set([
  'n/a',
  'na',
  '-',
  '–',
  '—',
  'none',
  'null',
  'no rating',
  'not rated',
  'unrated',
  'offered',
  'unoffered',
  'not offered',
])

const numberOf = (text: string) => Number(text.replace(',', '.'))

/** Few steps begin with one, many with zero. */
const maxStepsFromOne = 7
const scaleUpTo = (max: number, value: number): Scale => [max > 1 && max <= maxStepsFromOne && value >= 1 ? 1 : 0, max]
const starScale = (stars: number): Scale => [1, stars > 5 ? 10 : 5]

/** The rating in a text; null when the text says that there is none, undefined when it is no rating. */
export function readRating(text: string): ReadRating | null | undefined {
  const plain = text.trim()
  const bare = plainNumber.exec(plain) ?? labelled.exec(plain)
  if (bare) return { value: numberOf(bare[1]!), scale: null }
  const relative = outOf.exec(plain)
  if (relative) {
    const [value, max] = [numberOf(relative[1]!), Number(relative[2])]
    return max > 0 ? { value, scale: scaleUpTo(max, value) } : undefined
  }
  return readStars(plain) ?? readWord(plain)
}

function readStars(text: string): ReadRating | undefined {
  const share = percent.exec(text)
  if (share) return { value: numberOf(share[1]!), scale: [0, 100] }
  const counted = inStars.exec(text)
  if (counted) return { value: numberOf(counted[1]!), scale: starScale(numberOf(counted[1]!)) }
  const drawn = glyphs.exec(text.replace(/[\s\ufe0e\ufe0f]+/g, ''))
  if (!drawn) return undefined
  const [full, all] = [[...drawn[1]!].length, [...drawn[1]!, ...drawn[2]!].length]
  return { value: full, scale: drawn[2] === '' ? starScale(full) : scaleUpTo(all, full) }
}

/** `😡😡😡` and `😡 (Very dissatisfied)`: one face, repeated or explained. */
const firstFaceOf = (text: string): string =>
  /^(\p{Extended_Pictographic})(?:\1|\s)*(?:\(.{1,40}\)|[-–:]\s*.{1,40})?$/u.exec(text)?.[1] ?? ''

/** `Good, I'm satisfied` and `good_with_comment` are how Zendesk names its two levels. */
function readWord(text: string): ReadRating | null | undefined {
  const word = text
    .toLowerCase()
    .replace(/\p{Emoji_Modifier}|\ufe0f/gu, '')
    .replace(/[\s_]+/g, ' ')
    .replace(/,.*$| with(out)? comment$/, '')
    .trim()
  if (noRating.has(word)) return null
  const level = ratingWords.get(word) ?? ratingWords.get(firstFaceOf(word))
  return level === undefined ? undefined : { value: level, scale: [0, 1] }
}

export const toRating = ({ value, scale }: ReadRating, columnScale: Scale): Rating => {
  const [scale_min, scale_max] = scale ?? columnScale
  return { value, scale_min, scale_max }
}

/** Why a rating is invalid; undefined when it is valid. */
export function ratingProblem({ value, scale_min, scale_max }: Rating): string | undefined {
  if (scale_min >= scale_max) return 'has a scale whose minimum is not below its maximum'
  return value < scale_min || value > scale_max ? 'is outside its scale' : undefined
}
