import { useEffect, useSyncExternalStore } from 'react'

export type PageCommand = { label: string; keys?: string; run: () => void }

const listeners = new Set<() => void>()
let commands: readonly PageCommand[] = []

function setCommands(next: readonly PageCommand[]) {
  commands = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Adds commands of the current page to the command menu: for the active row, the selection, the open item. */
export function useRegisterCommands(pageCommands: readonly PageCommand[]) {
  useEffect(() => {
    setCommands(pageCommands)
    return () => setCommands([])
  })
}

export const useCommands = (): readonly PageCommand[] => useSyncExternalStore(subscribe, () => commands)
