import type { Sentiment } from '#vocabulary/sentiments.ts'

/** What is compared to see whether two insights make the same point. */
export type Comparable = {
  name: string
  sentiment: Sentiment
  category: string
  quote: string | null
  /** The stored vector, if there is one. */
  meaning?: { model: string; vector: Float32Array } | null
}

export type Evidence = Comparable & {
  id: string
  quote_verified: boolean
  feedback_id: string | null
  contact_id: string | null
  source: string | null
  occurred_at: string
  /** The main one first. */
  themes: readonly { name: string; is_catch_all: boolean }[]
  subtheme: { id: string; name: string } | null
  /** Names of the contact's segments. */
  segments: readonly string[]
}

/** A point, which is the name of one of its members, and the insights that support it. */
export type StoryFinding = { point: string; source: Evidence; members: Evidence[] }

/** A sentence with the insights it is based on. */
export type CitedText = { text: string; insight_ids: string[] }
export type ChosenQuote = { text: string; insight_id: string; feedback_id: string | null }

export type Story = {
  title: string
  narrative: CitedText[]
  key_findings: CitedText[]
  quotes: ChosenQuote[]
  counter_evidence: CitedText[]
  stats: {
    insight_count: number
    contact_count: number
    sentiment_breakdown: Record<'positive' | 'negative' | 'neutral', number>
    sources: { source: string; count: number }[]
  }
}
