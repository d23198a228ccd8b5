import { staticProbabilities } from '#engine/classifiers/classify.ts'
import { stripHtml } from '#engine/text/html-markup.ts'
import { splitStatements, substantive } from '#engine/text/split-statements.ts'
import type { Point, TextToRead } from './types.ts'

/* The static tier: points are sentences, labelled by linear classifiers. */

export function readByRules(encode: (text: string) => Float32Array, { text, skip = 0, whole }: TextToRead): Point[] {
  const own = text.slice(skip)
  const statements = whole ? [{ start: 0, end: own.length, text: own }] : substantive(splitStatements(own))
  return statements.map(({ start, end, text: statement }) => {
    const plain = stripHtml(statement)
    const vector = encode(plain)
    return {
      start: start + skip,
      end: end + skip,
      certainty: 1,
      content: 1,
      vector,
      ...staticProbabilities(plain, vector),
      area: null,
      mention: null,
      aspects: null,
    }
  })
}
