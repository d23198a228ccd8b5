import { LOOKALIKE_NEAREST, MIN_LOOKALIKE_SIMILARITY } from '#engine/thresholds/themes.ts'
import type { Matrix } from '#engine/vectors/matrix.ts'
import { type MixedText, mixedSimilarities } from './mixed-similarity.ts'

/* Texts that say the same as a few examples, found as groups of themes are. */

type Lookalike = { row: number; similarity: number }

/**
 * The rows that are similar enough to the nearest of the example rows, the most similar first. Rows that are neither
 * are there for comparison: what all of them have in common makes none similar. `vectors` are centered.
 */
export async function findLookalikes(
  vectors: Matrix,
  texts: readonly MixedText[],
  { examples, candidates }: { examples: readonly number[]; candidates: readonly number[] },
): Promise<Lookalike[]> {
  if (examples.length === 0 || candidates.length === 0) return []
  const { data, width } = await mixedSimilarities(vectors, texts)
  return candidates
    .map((row) => ({ row, similarity: nearestMean(examples.map((example) => data[row * width + example]!)) }))
    .filter(({ similarity }) => similarity >= MIN_LOOKALIKE_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || a.row - b.row)
}

/** Of several needs among the examples, one is enough. */
function nearestMean(similarities: readonly number[]): number {
  const nearest = similarities.toSorted((a, b) => b - a).slice(0, LOOKALIKE_NEAREST)
  return nearest.reduce((a, b) => a + b, 0) / nearest.length
}
