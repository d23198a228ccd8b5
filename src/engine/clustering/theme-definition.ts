import { centered, matrixOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { MIN_DEFINITION_MARGIN, MIN_DEFINITION_SIMILARITY } from '#engine/thresholds/themes.ts'

/* A theme's definition in plain words: what it includes, and what it excludes although it is similar. */

const exclusion =
  /[,.;]?\s*\b(?:but not|not including|excluding|exclude[sd]?|except(?: for)?|leave out|other than)\b:?\s*/i
const introduction =
  /^\s*(?:include[sd]?|including|everything (?:about|on|around)|anything (?:about|on)|all about|about)\b:?\s*/i
const separator = /\s*(?:[,;.]|\band\b|\bor\b)\s*/i

/** Texts to embed: each is an example for the theme, or against it. */
export type ParsedDefinition = { include: string[]; exclude: string[] }

const partsOf = (text: string) => {
  const plain = text.replace(introduction, '').trim()
  const parts = plain.split(separator).filter((part) => /\p{L}{3}/u.test(part))
  return parts.length > 1 ? [plain, ...parts] : parts
}

export function parseDefinition(name: string, definition: string): ParsedDefinition {
  const [included = '', ...excluded] = definition.split(exclusion)
  return { include: [name, ...partsOf(included)], exclude: excluded.flatMap(partsOf) }
}

/** Centered vectors of length one. */
export type DefinitionVectors = { include: readonly Float32Array[]; exclude: readonly Float32Array[] }

const maxSimilarity = (vector: Float32Array, to: readonly Float32Array[]) =>
  Math.max(-1, ...to.map((one) => similarity(vector, one)))

/** The similarity of a centered vector to what a definition includes; undefined when it does not match. */
export function definitionScore(
  vector: Float32Array,
  { include, exclude }: DefinitionVectors,
  minSimilarity = MIN_DEFINITION_SIMILARITY,
): number | undefined {
  const included = maxSimilarity(vector, include)
  return included >= minSimilarity && included > maxSimilarity(vector, exclude) + MIN_DEFINITION_MARGIN
    ? included
    : undefined
}

export const matchesDefinition = (vector: Float32Array, definition: DefinitionVectors): boolean =>
  definitionScore(vector, definition) !== undefined

export async function embedDefinition(
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
  mean: Float32Array,
  name: string,
  definition: string,
): Promise<DefinitionVectors> {
  const { include, exclude } = parseDefinition(name, definition)
  const vectors = centered(matrixOf(await embed([...include, ...exclude])), mean)
  const rows = Array.from({ length: vectors.count }, (_, n) => rowOf(vectors, n))
  return { include: rows.slice(0, include.length), exclude: rows.slice(include.length) }
}
