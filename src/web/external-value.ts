import { useSyncExternalStore } from 'react'

/** A value outside React that components follow. */
export function externalValue<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const onChange = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    onChange,
    use: (): T => useSyncExternalStore(onChange, get),
  }
}
