import type { DemoInsight } from './content-shapes.ts'
import type { DatedItem } from './feedback-rows.ts'

export type DatedInsight = Omit<DemoInsight, 'themes'> & {
  id: string
  at: Date
  quoteId: string
  item: DatedItem
  themes: readonly string[]
  span?: { start: number; end: number }
  analysis_version: string | null
}

export const timestamps = (at: Date) => ({ created_at: at.toISOString(), updated_at: at.toISOString() })
