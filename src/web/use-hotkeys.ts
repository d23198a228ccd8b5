import { useEffect, useRef } from 'react'
import { preferences } from './preferences.ts'

export const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox'

const isOverlayOpen = () => document.querySelector('[role=dialog],[role=menu]') !== null
/** Standard keys that work even when single-key shortcuts are switched off. */
const standardKeys = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Escape'])

export type Hotkeys = Record<string, (event: KeyboardEvent) => void>

function hotkeyName({ key, shiftKey }: KeyboardEvent): string {
  if (key.length > 1) return key
  return shiftKey && key !== '?' ? `Shift+${key.toLowerCase()}` : key.toLowerCase()
}

/** A focused button or link keeps its own Enter and Space. */
const isHandledByElement = (name: string, target: EventTarget | null) =>
  (name === 'Enter' || name === ' ') && target instanceof HTMLElement && target.closest('button,a,summary') !== null

/** Single-key shortcuts of a page: off in text inputs, while an overlay is open, and by preference. */
export function useHotkeys(
  hotkeys: Hotkeys,
  { inOverlay = false, on = true }: { inOverlay?: boolean; on?: boolean } = {},
) {
  const latest = useRef(hotkeys)
  latest.current = hotkeys
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTextInput(event.target)) return
      if (!inOverlay && isOverlayOpen()) return
      const name = hotkeyName(event)
      const run = latest.current[name]
      if (!run || (!standardKeys.has(name) && !preferences().singleKeys)) return
      if (isHandledByElement(name, event.target)) return
      event.preventDefault()
      run(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [inOverlay, on])
}
