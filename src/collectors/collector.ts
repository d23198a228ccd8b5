import type { PoliteFetcher } from './polite-fetcher.ts'
import type { ReviewSourceType } from '#vocabulary/review-sources.ts'

/** The competitor whose reviews are collected. */
export type Competitor = { name: string; domain: string }

export type CollectedReview = {
  /** The source's id; null when it has none, and the text identifies the review. */
  id: string | null
  title: string | null
  text: string
  /** From 0, the source's lowest rating, to 1, its highest. */
  rating: number | null
  url: string | null
  /** The text it replies to, in a thread. */
  parentText: string | null
  role: 'post' | 'comment' | 'reply'
  publishedAt: string | null
}

/** The average that the source states. */
export type AggregateRating = { value: number; best: number; count: number | null }

export type Collected = {
  reviews: CollectedReview[]
  /** The page a person would open. */
  url: string | null
  rating?: AggregateRating | null
  /** The competitor's own description. */
  description?: string | null
}

/** A source of product reviews. */
export type Collector = {
  name: string
  type: ReviewSourceType
  /** Newest first, at most `max`; throws when the source cannot be read. */
  collect(subject: Competitor, max: number, fetcher: PoliteFetcher): Promise<Collected>
}

export type ReviewSources = {
  collectors: readonly Collector[]
  /** Delay between two requests to one host. */
  delayMs: number
}

export const noSources: ReviewSources = { collectors: [], delayMs: 0 }

/** The source does not list this competitor; not an error. */
export const notFoundThere: Collected = { reviews: [], url: null }
