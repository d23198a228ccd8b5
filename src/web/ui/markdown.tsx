import { lazy, Suspense } from 'react'
import { Loading } from './states.tsx'

const Rendered = lazy(() => import('./rendered-markdown.tsx').then(({ Rendered: rendered }) => ({ default: rendered })))

/** User-written Markdown, sanitized; the renderer is loaded on demand. */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<Loading rows={2} />}>
    <Rendered text={text} />
  </Suspense>
)
