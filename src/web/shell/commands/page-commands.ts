import { useEffect } from 'react'
import { externalValue } from '#web/external-value.ts'

export type PageCommand = { label: string; keys?: string; run: () => void }

const commands = externalValue<readonly PageCommand[]>([])

/** Adds commands of the current page to the command menu: for the active row, the selection, the open item. */
export function useRegisterCommands(pageCommands: readonly PageCommand[]) {
  useEffect(() => {
    commands.set(pageCommands)
    return () => commands.set([])
  })
}

export const useCommands = commands.use
