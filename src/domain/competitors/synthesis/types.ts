import type { Category } from '#vocabulary/categories.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import type { ReviewSourceType } from '#vocabulary/review-sources.ts'

/* Reviews and insights, the input of the graph. */

type ThreadRole = 'post' | 'comment' | 'reply'

export type Review = {
  id: string
  competitor_id: string
  source: string
  source_type: ReviewSourceType
  title: string | null
  content: string
  /** From 0, the source's worst rating, to 1, the best. */
  rating: number | null
  url: string | null
  parent_text: string | null
  thread_role: ThreadRole
  published_at: string | null
  created_at: string
}

export type ReviewFinding = { name: string; sentiment: Sentiment; category: Category; quote: string }
export type ReviewInsight = ReviewFinding & { id: string; review: Review }

/** The review's date, or the time of its collection. */
export const reviewTime = ({ review }: ReviewInsight) => review.published_at ?? review.created_at
