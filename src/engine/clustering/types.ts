import type { Sentiment } from '#vocabulary/sentiments.ts'
import type { DefinitionVectors } from './theme-definition.ts'
import type { Matrix } from '#engine/vectors/matrix.ts'
import type { NamedPoint } from './supports-point.ts'

/* What clustering and theme assignment work on; the domain reads it from, and writes it to, the database. */

/** Makes an id for a new theme or subtheme. */
export type NewId = () => string

/** `area` and `mention`: what the model says that it is about; null where it does not say. */
export type InsightVector = {
  id: string
  name: string
  quote: string | null
  sentiment: Sentiment
  vector: Float32Array
  themed: boolean
  area: { name: string; probability: number } | null
  mention: string | null
}

/** The centering mean of one model in one organization. */
export type EmbeddingSpace = { mean: Float32Array; unclustered_count: number; updated_at: string }

export type SubthemeCentroid = {
  id: string
  theme_id: string
  name: string
  insight_count: number
  centroid: Float32Array
  /** Null where the point was named with vectors of another model. */
  point: Float32Array | null
  point_sentiment: Sentiment | null
}

/** Pinned: a person has made or edited it. */
export type StoredTheme = {
  id: string
  name: string
  definition: string | null
  pinned: boolean
  is_catch_all: boolean
  origin: string
  area: string | null
}
export type ThemeIdentity = Pick<StoredTheme, 'id' | 'name' | 'is_catch_all' | 'area'>

/** A new subtheme before it has a theme; `vectors` are those of its members, centered. */
export type SubthemeCluster = {
  centroid: Float32Array
  members: InsightVector[]
  vectors: Matrix
}

/** `area`: the product area it was made for; insights of that area that fit no subtheme belong to it too. */
export type NewTheme = { id: string; name: string; is_catch_all: boolean; area: string | null }
export type NewSubtheme = {
  id: string
  theme: string
  name: string
  description: string
  centroid: Float32Array
  point: NamedPoint
  members: { insight: string; supports: boolean }[]
}

export type DefinedTheme = { theme: string; definition: DefinitionVectors }

/** An insight in a theme that a person made or edited: an example of what belongs there. */
export type ThemeExample = { theme: string; vector: Float32Array }

export type ThemeMatch = { insight: string; theme: string }
