import { useEffect } from 'react'

/** Asks before the page is left while `on`. */
export function useUnloadGuard(on = true) {
  useEffect(() => {
    if (!on) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', guard)
    return () => removeEventListener('beforeunload', guard)
  }, [on])
}
