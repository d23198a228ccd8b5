import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in pixels, followed while it is resized. */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  // Before the first paint: a chart of another width would overflow its card.
  useLayoutEffect(() => {
    setWidth(Math.max(200, Math.round(ref.current!.getBoundingClientRect().width)))
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(200, Math.round(entry.contentRect.width))),
    )
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
