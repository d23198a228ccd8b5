import type { Aspects } from '#engine/naming/aspects.ts'
import type { Naming } from '#engine/naming/naming.ts'
import type { Matrix } from '#engine/vectors/matrix.ts'
import type { Category } from '#vocabulary/categories.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import type { DefinitionVectors } from './theme-definition.ts'

/* What clustering and theme assignment work on; the domain reads it from, and writes it to, the database. */

/** Makes an id for a new theme or subtheme. */
export type NewId = () => string
export type Tools = Naming & { newId: NewId }

/** `area`, `mention` and `aspects`: what the model says that it is about; null where it does not say. */
export type InsightVector = {
  id: string
  name: string
  quote: string | null
  sentiment: Sentiment
  category: Category
  vector: Float32Array
  themes: string[]
  /** A person chose its themes, even if it has none. */
  decided: boolean
  /** It has a subtheme, or a person took it out of one. */
  placed: boolean
  area: { name: string; probability: number } | null
  mention: string | null
  aspects: Aspects | null
}

/** The centering mean of one model in one organization. */
export type EmbeddingSpace = { mean: Float32Array; unclustered_count: number; updated_at: string }

export type SubthemeCentroid = {
  id: string
  theme_id: string
  name: string
  insight_count: number
  centroid: Float32Array
  /** It has no insights yet: the centroid is that of its name alone. */
  is_name_alone: boolean
  aspect: string | null
}

/** Pinned: a person has made or edited it. */
export type StoredTheme = {
  id: string
  name: string
  definition: string | null
  belongs: string[]
  does_not_belong: string[]
  pinned: boolean
  is_catch_all: boolean
  origin: string
  area: string | null
}
export type ThemeIdentity = Pick<StoredTheme, 'id' | 'name' | 'is_catch_all' | 'area'>

/** A member of a theme, with its vector as the model made it. */
export type ThemeMember = { theme: string; id: string; name: string; quote: string | null; vector: Float32Array }

/** `supports`: the insight says what the name of the subtheme does. */
export type SubthemeJoin = { insight: string; subtheme: string; supports: boolean }

export type NewTheme = { id: string; name: string; area: string | null }
export type NewSubtheme = {
  id: string
  theme: string
  name: string
  description: string
  centroid: Float32Array
  /** What it is about; null if that is the theme. */
  subject: string | null
  aspect: string | null
  members: { insight: string; supports: boolean }[]
}

export type DefinedTheme = { theme: string; definition: DefinitionVectors }

/** An insight and a theme that it belongs to; from 0 to 1, how surely. */
export type ThemeMatch = { insight: string; theme: string; confidence: number }
/** Themes that an unsorted insight may belong to, the likeliest first. */
export type ThemeSuggestions = { insight: string; themes: { theme_id: string; confidence: number }[] }

/** `vectors` are those of the insights, centered. */
export type Centered = { insights: readonly InsightVector[]; vectors: Matrix }
