import { useEffect, useSyncExternalStore } from 'react'

export type PageAction = { label: string; keys?: string; run: () => void }

const listeners = new Set<() => void>()
let offered: readonly PageAction[] = []

function offer(actions: readonly PageAction[]) {
  offered = actions
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the command menu can do here: on the row that the keys mean, on what is selected, on what is being read. */
export function useOffer(actions: readonly PageAction[]) {
  useEffect(() => {
    offer(actions)
    return () => offer([])
  })
}

export const useOffered = (): readonly PageAction[] => useSyncExternalStore(subscribe, () => offered)
