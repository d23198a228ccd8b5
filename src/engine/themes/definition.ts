import { dot } from './vectors.ts'

/* A theme described in plain words: what belongs to it, and what does not although it looks like it. */

const turning = /[,.;]?\s*\b(?:but not|not including|excluding|exclude[sd]?|except(?: for)?|leave out|without|other than)\b:?\s*/i
const opening = /^\s*(?:include[sd]?|including|everything (?:about|on|around)|anything (?:about|on)|all about|about)\b:?\s*/i

export type Definition = { include: string; exclude: string | null }

export function readDefinition(name: string, definition: string): Definition {
  const [wanted = '', ...others] = definition.split(turning)
  const exclude = others.join(', ').trim()
  return { include: `${name}. ${wanted.replace(opening, '').trim()}`.trim(), exclude: exclude === '' ? null : exclude }
}

export type Steering = { include: Float32Array; exclude: Float32Array | null }

const near = 0.4
const margin = 0.02

/** Vectors stand around the frame's mean, at length one. */
export function belongs(vector: Float32Array, { include, exclude }: Steering): boolean {
  const wanted = dot(vector, 0, include, 0, vector.length)
  return wanted >= near && (exclude === null || wanted > dot(vector, 0, exclude, 0, vector.length) + margin)
}
