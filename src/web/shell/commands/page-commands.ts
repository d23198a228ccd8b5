import { useEffect } from 'react'
import { externalValue } from '#web/external-value.ts'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'

export type PageCommand = { label: string; keys?: string; run: () => void; op?: OperationName | undefined }

const commands = externalValue<readonly PageCommand[]>([])

/** Adds commands of the current page to the command menu: for the active row, the selection, the open item. */
export function useRegisterCommands(pageCommands: readonly PageCommand[]) {
  const may = useMay()
  useEffect(() => {
    commands.set(pageCommands.filter(({ op }) => may(op)))
    return () => commands.set([])
  })
}

export const useCommands = commands.use
