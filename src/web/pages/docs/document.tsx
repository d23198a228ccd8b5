import { lazy, Suspense, useEffect } from 'react'
import { Loading } from '#web/ui/states.tsx'

const Rendered = lazy(() => import('./rendered-document.tsx').then((module) => ({ default: module.RenderedDocument })))

/** A page of the documentation; the renderer is loaded on demand. */
export const Document = ({ text }: { text: string }) => (
  <Suspense fallback={<Loading rows={8} />}>
    <Rendered text={text} />
    <ScrollToAnchor text={text} />
  </Suspense>
)

/** The element of the URL's anchor exists only after the text was rendered. */
function ScrollToAnchor({ text }: { text: string }) {
  useEffect(() => {
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [text])
  return null
}
