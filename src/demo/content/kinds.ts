import type { Static } from 'typebox'
import type { SegmentRules } from '#contract/resources/segment-rules.ts'
import type { Category, Sentiment } from '#contract/core/shapes.ts'

/* What the demo content is made of; the loader turns it into rows. */

export type SegmentKey = 'enterprise' | 'startup' | 'education' | 'free'
export type DemoSegment = {
  key: SegmentKey
  name: string
  color: string
  description: string
  weight: number
  rules: SegmentRules
}

/** The segments of a contact are the segments of everything they say. */
export type DemoContact = {
  name: string
  email: string
  country: string
  company: { name?: string; plan: string }
  education?: true
  segments: readonly SegmentKey[]
}

export type ThemeKey =
  | 'search'
  | 'sync'
  | 'mobile'
  | 'assistant'
  | 'sharing'
  | 'export'
  | 'editor'
  | 'integrations'
  | 'pricing'
  | 'onboarding'
export type DemoTheme = { key: ThemeKey; name: string; color: string; notes: string; definition: string }

export const sourceTypes = {
  zendesk: 'cs_ticket',
  intercom: 'message',
  slack: 'message',
  app_store: 'review',
  interview: 'interview',
  survey: 'survey_response',
} as const
export type SourceKey = keyof typeof sourceTypes

export type DemoInsight = {
  name: string
  sentiment: Static<typeof Sentiment>
  category: Static<typeof Category>
  themes: readonly ThemeKey[]
  tags: readonly string[]
  confidence: number
  /** Words of the content, exactly as they stand there. */
  quote: string
}

export type DemoItem = {
  source: SourceKey
  /** Place in the list of contacts. */
  contact: number
  daysAgo: number
  title?: string
  /** English unless said otherwise. */
  language?: 'de' | 'es'
  content: string
  insights: readonly DemoInsight[]
}
