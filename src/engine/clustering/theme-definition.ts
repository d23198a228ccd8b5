import { centered, matrixOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { MIN_DEFINITION_MARGIN, MIN_DEFINITION_SIMILARITY } from '#engine/thresholds/themes.ts'

/* What people say of a theme: in plain words and by statements, what it includes and what it excludes. */

const exclusion =
  /[,.;]?\s*\b(?:but not|not including|excluding|exclude[sd]?|except(?: for)?|leave out|other than)\b:?\s*/i
const introduction =
  /^\s*(?:include[sd]?|including|everything (?:about|on|around)|anything (?:about|on)|all about|about)\b:?\s*/i
const separator = /\s*(?:[,;.]|\band\b|\bor\b)\s*/i

const partsOf = (text: string) => {
  const plain = text.replace(introduction, '').trim()
  const parts = plain.split(separator).filter((part) => /\p{L}{3}/u.test(part))
  return parts.length > 1 ? [plain, ...parts] : parts
}

/** As people have written it. */
export type ThemeTexts = {
  name: string
  origin: string
  definition: string | null
  belongs: readonly string[]
  does_not_belong: readonly string[]
}

/** Texts to embed: each is an example for the theme, or against it. */
function textsOf({ name, definition, belongs, does_not_belong }: ThemeTexts) {
  const [included = '', ...excluded] = (definition ?? '').split(exclusion)
  return {
    include: [name, ...partsOf(included), ...belongs],
    exclude: [...excluded.flatMap(partsOf), ...does_not_belong],
  }
}

/**
 * Centered vectors of length one. `examples`: those of the statements that belong, which count as members. `decides`:
 * what matches belongs in the theme, whatever the other themes are.
 */
export type DefinitionVectors = {
  include: readonly Float32Array[]
  exclude: readonly Float32Array[]
  examples: readonly Float32Array[]
  decides: boolean
}

/** Of an insight, to a prototype. */
export type SimilarTo = (prototype: Float32Array) => number

const maxSimilarity = (similarTo: SimilarTo, prototypes: readonly Float32Array[]) =>
  Math.max(-1, ...prototypes.map(similarTo))

/** Whether it is like what a definition includes, and less like what it excludes. */
export function fitsDefinition(similarTo: SimilarTo, { include, exclude }: DefinitionVectors): boolean {
  const included = maxSimilarity(similarTo, include)
  return included >= MIN_DEFINITION_SIMILARITY && included > maxSimilarity(similarTo, exclude) + MIN_DEFINITION_MARGIN
}

/** Whether it is like what a definition excludes, and less like what it includes. */
export function isExcluded(similarTo: SimilarTo, { include, exclude }: DefinitionVectors): boolean {
  if (exclude.length === 0) return false
  const excluded = maxSimilarity(similarTo, exclude)
  return excluded >= MIN_DEFINITION_SIMILARITY && excluded > maxSimilarity(similarTo, include)
}

export const matchesDefinition = (vector: Float32Array, definition: DefinitionVectors): boolean =>
  fitsDefinition((prototype) => similarity(vector, prototype), definition)

/** Whether a person has said more of the theme than the name that the analysis gave it. */
export const isDefined = ({ origin, definition, belongs, does_not_belong }: ThemeTexts): boolean =>
  Boolean(definition) || origin === 'manual' || belongs.length + does_not_belong.length > 0

export async function embedDefinition(
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
  mean: Float32Array,
  theme: ThemeTexts,
): Promise<DefinitionVectors> {
  const { include, exclude } = textsOf(theme)
  const vectors = centered(matrixOf(await embed([...include, ...exclude])), mean)
  const rows = Array.from({ length: vectors.count }, (_, n) => rowOf(vectors, n))
  return {
    include: rows.slice(0, include.length),
    exclude: rows.slice(include.length),
    examples: rows.slice(include.length - theme.belongs.length, include.length),
    decides: Boolean(theme.definition) || theme.origin === 'manual' || theme.belongs.length > 0,
  }
}
