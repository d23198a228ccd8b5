import { externalValue } from './external-value.ts'
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

const stored = externalValue(read())

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

export const preferences = stored.get
export const usePreferences = stored.use

export function setPreferences(change: Partial<Preferences>) {
  const next = { ...preferences(), ...change }
  try {
    // Stored under its own key too: public/theme.js reads it before the first paint.
    localStorage.setItem('earshot.theme', next.theme)
    localStorage.setItem('earshot.preferences', JSON.stringify(next))
  } catch {
    // Storage is blocked: the change applies to this page only.
  }
  applyTheme(next)
  stored.set(next)
}

const systemDark = matchMedia('(prefers-color-scheme: dark)')
systemDark.addEventListener('change', () => applyTheme())

export function applyTheme({ theme } = preferences()) {
  const dark = theme === 'dark' || (theme === 'system' && systemDark.matches)
  document.documentElement.classList.toggle('dark', dark)
}
