import { useEffect, useRef } from 'react'
import { preferences } from './preferences.ts'

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox'

const overlayOpen = () => document.querySelector('[role=dialog],[role=menu]') !== null
/** These do what they do everywhere, so they are not single keys that somebody may have switched off. */
const always = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Escape'])

export type Keys = Record<string, (event: KeyboardEvent) => void>

/** Single keys of a screen: off while somebody types, while an overlay is open, and by preference. */
export function useKeys(keys: Keys, { inOverlay = false, on = true }: { inOverlay?: boolean; on?: boolean } = {}) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (!inOverlay && overlayOpen()) return
      const name =
        event.shiftKey && event.key.length === 1 && event.key !== '?'
          ? `Shift+${event.key.toLowerCase()}`
          : event.key.length === 1
            ? event.key.toLowerCase()
            : event.key
      const run = latest.current[name]
      if (!run || (!always.has(name) && !preferences().singleKeys)) return
      // A focused button keeps its own Enter and Space.
      if (
        (name === 'Enter' || name === ' ') &&
        event.target instanceof HTMLElement &&
        event.target.closest('button,a,summary')
      )
        return
      event.preventDefault()
      run(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [inOverlay, on])
}
