import { createContext, use } from 'react'

type ShellActions = { openMenu: () => void; openDrawer: () => void; openHelp: () => void }
export const ShellContext = createContext<ShellActions>({ openMenu() {}, openDrawer() {}, openHelp() {} })
export const useShell = () => use(ShellContext)
