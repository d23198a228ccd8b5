import type { Visits } from './visits.ts'

export const sourceTypes = ['review', 'reddit', 'linkedin', 'forum', 'app_store', 'import'] as const
export type SourceType = (typeof sourceTypes)[number]

/** Whom reviews are wanted of. */
export type Subject = { name: string; domain: string }

export type Review = {
  /** What the source calls it; without one it is known by its words. */
  id: string | null
  title: string | null
  text: string
  /** From 0, the worst the source can say, to 1, the best. */
  rating: number | null
  url: string | null
  /** What it answers, in a thread. */
  parentText: string | null
  role: 'post' | 'comment' | 'reply'
  publishedAt: string | null
}

/** What the source itself states as the average. */
export type AggregateRating = { value: number; best: number; count: number | null }

export type Collected = {
  reviews: Review[]
  /** The place a person would look at. */
  url: string | null
  rating?: AggregateRating | null
  /** What the competitor says of itself. */
  description?: string | null
}

/** One place where people speak about products. */
export type Collector = {
  name: string
  type: SourceType
  /** The newest first, at most so many; throws when the source cannot be read. */
  collect(subject: Subject, max: number, visits: Visits): Promise<Collected>
}

export type ReviewSources = {
  collectors: readonly Collector[]
  /** Between two requests to one host. */
  delayMs: number
}

export const noSources: ReviewSources = { collectors: [], delayMs: 0 }

/** The source says that this competitor is not known there; that is no failure. */
export const nothing: Collected = { reviews: [], url: null }
