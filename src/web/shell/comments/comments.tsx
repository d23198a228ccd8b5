import { lazy, Suspense } from 'react'
import type { DiscussedKind } from '#vocabulary/discussions.ts'

const CommentsSection = lazy(() =>
  import('./comments-section.tsx').then(({ CommentsSection: section }) => ({ default: section })),
)

/** What members write about an object; loaded after the page, which it is below. */
export const ObjectComments = ({ type, id }: { type: DiscussedKind; id: string }) => (
  <Suspense>
    <CommentsSection key={id} type={type} id={id} />
  </Suspense>
)
