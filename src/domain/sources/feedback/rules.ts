import { createHash } from 'node:crypto'

/** The same words, whatever their case and spacing. */
export const wordsHash = (content: string): string =>
  createHash('sha256').update(content.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex')

type Rating = { value: number; scale_min: number; scale_max: number }

/** Undefined when it is all right. */
export const ratingProblem = ({ value, scale_min, scale_max }: Rating): string | undefined =>
  scale_min >= scale_max
    ? 'has a scale whose least is not below its most'
    : value < scale_min || value > scale_max
      ? 'lies outside its own scale'
      : undefined
