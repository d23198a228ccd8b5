import { type ReactNode, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

/** Prints one element alone: a copy beside the app, which is hidden on paper (app.css). */
export function usePrint() {
  const [printing, setPrinting] = useState<ReactNode>()
  const print = (content: ReactNode) => {
    flushSync(() => setPrinting(content))
    window.print()
    setPrinting(undefined)
  }
  return { print, printed: printing && createPortal(<div className="print-only">{printing}</div>, document.body) }
}
