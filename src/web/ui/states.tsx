import { Ban, CircleAlert, Inbox, Lock, SearchX, ToggleRight } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { EarshotError } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { type Path, paths } from '#web/routes/paths.ts'
import { Button, buttonClass } from './button.tsx'

/** The page above the current one. */
export const ParentPage = createContext<{ label: string; to: Path } | undefined>(undefined)

const iconClass =
  'mb-1 inline-flex size-10 items-center justify-center rounded-full bg-sunken text-faint [&>svg]:size-5'

type StateProps = { icon: ReactNode; title: string; note?: ReactNode; actions?: ReactNode }

function State({ icon, title, note, actions }: StateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-6 py-16 text-center">
      <span className={iconClass}>{icon}</span>
      <h2 className="text-base font-semibold">{title}</h2>
      {note && <p className="text-sm text-soft">{note}</p>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

const delayMs = 200

/** A skeleton, shown only when loading takes noticeably long. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-busy="true" className="grid gap-3 p-6">
      <span className="sr-only">{t('Loading')}</span>
      {late &&
        Array.from({ length: rows }, (_, n) => (
          <div
            key={n}
            className="h-5 animate-[pulse-soft_1.4s_infinite] rounded bg-sunken"
            style={{ width: `${92 - ((n * 17) % 40)}%` }}
          />
        ))}
    </div>
  )
}

export const EmptyState = ({ icon = <Inbox />, ...rest }: Partial<StateProps> & { title: string }) => (
  <State icon={icon} {...rest} />
)

export const NoResults = ({ what, onClear }: { what: string; onClear: () => void }) => (
  <State
    icon={<SearchX />}
    title={t('No {what} match these filters', { what })}
    note={t('Try fewer words or another filter.')}
    actions={<Button onClick={onClear}>{t('Clear filters')}</Button>}
  />
)

export const Forbidden = ({ note }: { note?: string }) => (
  <State
    icon={<Lock />}
    title={t('Admin permission required')}
    note={note ?? t('Ask an admin of your organization to do this or to change your role.')}
  />
)

export const FeatureDisabled = ({ feature, actions }: { feature: string; actions?: ReactNode }) => (
  <State
    icon={<ToggleRight />}
    title={t('{feature} is disabled', { feature })}
    note={t('An admin can enable it under Settings → Organization.')}
    actions={actions}
  />
)

export const NotFound = ({ what, actions }: { what: string; actions?: ReactNode }) => (
  <State
    icon={<Ban />}
    title={t('This {what} was not found', { what })}
    note={t('It may have been deleted, merged or archived, or the link is wrong.')}
    actions={actions}
  />
)

/** Links to the list that the object would be in, and to the start page. */
function WayOn() {
  const parent = use(ParentPage)
  return (
    <>
      {parent && (
        <Link to={parent.to} className={buttonClass('primary')}>
          {parent.label}
        </Link>
      )}
      <Link to={paths.dashboard()} className={buttonClass()}>
        {t('Dashboard')}
      </Link>
    </>
  )
}

/** The error of a query, with what helps for its code. */
export function ErrorState({ error, retry, what = t('page') }: { error: unknown; retry?: () => void; what?: string }) {
  if (error instanceof EarshotError) {
    if (error.code === 'NOT_FOUND') return <NotFound what={what} actions={<WayOn />} />
    if (error.code === 'ROLE_NOT_ALLOWED') return <Forbidden />
    if (error.code === 'FEATURE_NOT_AVAILABLE' || error.code === 'API_DISABLED')
      return <FeatureDisabled feature={what} />
  }
  const id = error instanceof EarshotError ? error.requestId : undefined
  return (
    <State
      icon={<CircleAlert />}
      title={errorMessage(error)}
      note={
        id && (
          <>
            {t('Request ID')} <code className="font-mono text-xs">{id}</code>
          </>
        )
      }
      actions={retry && <Button onClick={retry}>{t('Try again')}</Button>}
    />
  )
}
