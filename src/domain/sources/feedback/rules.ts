import { createHash } from 'node:crypto'

/** Equal for texts that differ only in case and white space. */
export const contentHash = (content: string): string =>
  createHash('sha256').update(content.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex')

export const contentHashBytes = (content: string) => Buffer.from(contentHash(content), 'hex')

type Rating = { value: number; scale_min: number; scale_max: number }

export function ratingProblem({ value, scale_min, scale_max }: Rating): string | undefined {
  if (scale_min >= scale_max) return 'has a scale whose minimum is not below its maximum'
  return value < scale_min || value > scale_max ? 'is outside its scale' : undefined
}
