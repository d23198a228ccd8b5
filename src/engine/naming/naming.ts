import type { Matrix } from '#engine/vectors/matrix.ts'

/* What names of groups are found from, and how. */

export type TopicMember = {
  text: string
  mention: string | null
  area: { name: string; probability: number } | null
  group: number
}
export type MemberInLanguage = TopicMember & { language: string }

/** Centered vectors of phrases. */
export type EmbedPhrases = (phrases: readonly string[]) => Promise<Matrix>

/** How names are found: the language that they are in, and vectors of phrases. */
export type Naming = { language: string; embedPhrases: EmbedPhrases }
