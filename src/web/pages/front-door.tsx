import { type ReactNode, useEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { Logo } from '#web/shell/user-menu.tsx'

/** The frame of everything before one is signed in. */
export function FrontDoor({
  title,
  note,
  children,
  foot,
}: {
  title: string
  note?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Earshot`
  }, [title])
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-bg px-4 py-10">
      <div className="w-full max-w-[400px]">
        <div className="mb-6 flex items-center gap-2.5">
          <Logo className="size-8" />
          <span className="text-lg font-semibold tracking-tight">Earshot</span>
        </div>
        <div className="rounded-2xl border border-line bg-panel p-6 shadow-xs">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {note && <p className="mt-1 text-sm text-soft">{note}</p>}
          <div className="mt-5">{children}</div>
        </div>
        {foot && <div className="mt-4 text-center text-xs text-faint">{foot}</div>}
      </div>
    </main>
  )
}

export const Problem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-md bg-neg-soft px-3 py-2 text-sm text-neg-text">
    {children}
  </p>
)

/** Where no mail is sent, somebody with access to the server helps. */
export const ResetByAdmin = () => (
  <>
    {t('Forgotten your password? An admin of the installation can make a link that sets a new one:')}{' '}
    <code className="font-mono text-2xs">earshot admin reset-password --email …</code>
  </>
)
