import { type ReactNode, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

/** Prints one element alone: a copy beside the app, which is hidden on paper (app.css). */
export function usePrint(content: ReactNode) {
  const [printing, setPrinting] = useState(false)
  const print = () => {
    flushSync(() => setPrinting(true))
    window.print()
    setPrinting(false)
  }
  return { print, printed: printing && createPortal(<div className="print-only">{content}</div>, document.body) }
}
