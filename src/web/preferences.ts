import { useSyncExternalStore } from 'react'
import { paths } from './routes/paths.ts'

export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  language: string
  singleKeys: boolean
  sidebar: 'open' | 'closed'
  density: 'roomy' | 'dense'
  home: string
  /** The keys of the hidden columns by table. */
  hiddenColumns: Record<string, string[]>
}
const defaults: Preferences = {
  theme: 'system',
  language: 'en',
  singleKeys: true,
  sidebar: 'open',
  density: 'roomy',
  home: paths.dashboard(),
  hiddenColumns: {},
}

const listeners = new Set<() => void>()
let current: Preferences = read()

function read(): Preferences {
  try {
    const { theme: _, ...kept } = JSON.parse(
      localStorage.getItem('earshot.preferences') ?? '{}',
    ) as Partial<Preferences>
    const theme = localStorage.getItem('earshot.theme') as Preferences['theme'] | null
    return { ...defaults, ...kept, ...(theme && { theme }) }
  } catch {
    return defaults
  }
}

export const preferences = () => current

export function setPreferences(change: Partial<Preferences>) {
  current = { ...current, ...change }
  try {
    // Stored under its own key too: public/theme.js reads it before the first paint.
    localStorage.setItem('earshot.theme', current.theme)
    localStorage.setItem('earshot.preferences', JSON.stringify(current))
  } catch {
    // Storage is blocked: the change applies to this page only.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

const systemDark = matchMedia('(prefers-color-scheme: dark)')
systemDark.addEventListener('change', applyTheme)

export function applyTheme() {
  const dark = current.theme === 'dark' || (current.theme === 'system' && systemDark.matches)
  document.documentElement.classList.toggle('dark', dark)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences)
