export type Evidence = {
  id: string
  name: string
  sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
  category: string
  quote: string | null
  quote_verified: boolean
  feedback_id: string | null
  contact_id: string | null
  source: string | null
  occurred_at: string
  theme: string | null
  subtheme: { id: string; name: string } | null
  /** Names of the contact's segments. */
  segments: readonly string[]
}

/** Insights that make one point. */
export type Finding = { point: string; theme: string | null; members: Evidence[] }

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
