import { closeness } from './vectors.ts'

/* A theme described in plain words: what belongs to it, and what does not although it looks like it. */

const turning =
  /[,.;]?\s*\b(?:but not|not including|excluding|exclude[sd]?|except(?: for)?|leave out|other than)\b:?\s*/i
const opening =
  /^\s*(?:include[sd]?|including|everything (?:about|on|around)|anything (?:about|on)|all about|about)\b:?\s*/i
const apart = /\s*(?:[,;.]|\band\b|\bor\b)\s*/i

/** Each of these speaks for the theme, or against it. */
export type Definition = { include: string[]; exclude: string[] }

const partsOf = (text: string) => {
  const plain = text.replace(opening, '').trim()
  const parts = plain.split(apart).filter((part) => /\p{L}{3}/u.test(part))
  return parts.length > 1 ? [plain, ...parts] : parts
}

export function readDefinition(name: string, definition: string): Definition {
  const [wanted = '', ...others] = definition.split(turning)
  const include = partsOf(wanted)
  return { include: [name, ...include], exclude: others.flatMap(partsOf) }
}

export type Steering = { include: readonly Float32Array[]; exclude: readonly Float32Array[] }

const near = 0.42
const margin = 0.02

const nearest = (vector: Float32Array, to: readonly Float32Array[]) =>
  Math.max(-1, ...to.map((one) => closeness(vector, one)))

/** How near a vector is to what a definition includes; undefined when it does not belong. Vectors stand around the frame's mean, at length one. */
export function claim(vector: Float32Array, { include, exclude }: Steering, min = near): number | undefined {
  const wanted = nearest(vector, include)
  return wanted >= min && wanted > nearest(vector, exclude) + margin ? wanted : undefined
}

export const belongs = (vector: Float32Array, by: Steering): boolean => claim(vector, by) !== undefined
