import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Tooltip } from 'radix-ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cache } from './api/cache.ts'
import './app.css'
import { speak } from './i18n/t.ts'
import { applyTheme, preferences, usePreferences } from './preferences.ts'
import { router } from './router.tsx'
import { Toasts } from './ui/toast.tsx'

/** Where the scroll lock of dialogs looks for the nonce that lets it add a style. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
Object.assign(globalThis, { __webpack_nonce__: nonce })

function App() {
  // Another language is another app: every text is made anew.
  const { language } = usePreferences()
  return (
    <Tooltip.Provider key={language} skipDelayDuration={200}>
      <RouterProvider router={router} />
      <Toasts />
    </Tooltip.Provider>
  )
}

applyTheme()
// Whoever chose another first screen gets it when the app is opened, while the dashboard stays one press away.
if (location.pathname === '/' && location.search === '') history.replaceState(null, '', preferences().home)
await speak(preferences().language).catch(() => {})
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
