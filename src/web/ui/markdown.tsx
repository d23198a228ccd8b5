import { lazy, Suspense } from 'react'
import { Loading } from './states.tsx'

const Rendered = lazy(() => import('./markdown-rendered.tsx').then(({ Rendered: rendered }) => ({ default: rendered })))

/** Markdown from people: shown as text with structure, never as what it might pretend to be. */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<Loading rows={2} />}>
    <Rendered text={text} />
  </Suspense>
)
