import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsConnectionLost } from '#web/api/connection.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { useSession } from './session/use-session.ts'

export function OfflineBanner() {
  const isLost = useIsConnectionLost()
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return online && !isLost ? null : (
    <p
      role="status"
      aria-label={t('Connection')}
      className="bg-warn-soft px-4 py-1.5 text-center text-xs text-warn-text"
    >
      {online
        ? t('The server cannot be reached. Reconnecting…')
        : t('You are offline. What you see may be out of date.')}
    </p>
  )
}

/** Where people see it who do not visit the settings: without a mail server nothing else informs them. */
export function WebhookBanner() {
  const { failingWebhooks } = useSession()
  if (failingWebhooks === 0) return null
  return (
    <p role="status" aria-label={t('Webhooks')} className="bg-warn-soft px-4 py-1.5 text-center text-xs text-warn-text">
      {t('{count, one {A webhook fails or was disabled.} other {# webhooks fail or were disabled.}}', {
        count: failingWebhooks,
      })}{' '}
      <Link to={paths.settings('webhooks')} className="font-medium underline">
        {t('Show webhooks')}
      </Link>
    </p>
  )
}

export function DemoBanner() {
  const { organization, organizations, isAdmin } = useSession()
  const [confirming, setConfirming] = useState(false)
  const cache = useQueryClient()
  const navigate = useNavigate()
  // Without another organization to switch to, the demo cannot be removed.
  const other = organizations.find((one) => one.id !== organization?.id)
  const remove = useApiMutation('removeDemoData', {
    onSuccess() {
      cache.clear()
      void navigate(paths.dashboard())
    },
  })
  const leave = useApiMutation('switchOrganization', { onSuccess: () => remove.mutate({}) })
  if (!organization?.is_demo) return null
  return (
    <section
      aria-label={t('Demo')}
      className="flex flex-wrap items-center justify-center gap-x-3 bg-accent-soft px-4 py-1 text-xs text-accent-text"
    >
      <span>{t('Demo data: explore and change anything.')}</span>
      {isAdmin && other && (
        <button type="button" className="font-medium underline underline-offset-2" onClick={() => setConfirming(true)}>
          {t('Remove the demo')}
        </button>
      )}
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('Remove the demo organization?')}
        note={t('Everything in {name} is deleted for everyone. Your other organizations are not affected.', {
          name: organization.name,
        })}
        confirmLabel={t('Remove')}
        requiredText={organization.name}
        busy={leave.isPending || remove.isPending}
        onConfirm={() => other && leave.mutate({ org_id: other.id })}
      />
    </section>
  )
}
