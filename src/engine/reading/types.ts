import type { Aspects } from '#engine/naming/aspects.ts'

/* What is read out of a text. */

/** One point of a text: its span, what it is about and how it is said. */
export type Point = {
  start: number
  end: number
  /** How surely its words belong to a point, and that it has content at all; from 0 to 1. */
  certainty: number
  content: number
  vector: Float32Array
  /** Probabilities in the order of `sentiments`. */
  sentiments: readonly number[]
  /** Probabilities in the order of `categories`. */
  categories: readonly number[]
  /** The most likely product area, and its probability. */
  area: { name: string; probability: number } | null
  /** The words that name what the point is about; null where it does not say. */
  mention: string | null
  /** What it says of that: the likeliest ones of the catalogue, with their probabilities. */
  aspects: Aspects | null
}

/**
 * `skip`: characters at its start that are context only, in which no point begins. `whole`: it is one point, whatever
 * the model says.
 */
export type TextToRead = { text: string; skip?: number | undefined; whole?: boolean | undefined }
