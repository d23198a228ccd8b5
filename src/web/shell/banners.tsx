import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCall } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Confirm } from '#web/ui/dialog.tsx'
import { useSession } from './session.ts'

export function OfflineBanner() {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return online ? null : (
    <p
      role="status"
      aria-label={t('Connection')}
      className="bg-warn-soft px-4 py-1.5 text-center text-xs text-warn-text"
    >
      {t('You are offline. What you see may be out of date.')}
    </p>
  )
}

export function DemoBanner() {
  const { organization, organizations, isAdmin } = useSession()
  const [asking, setAsking] = useState(false)
  const cache = useQueryClient()
  const navigate = useNavigate()
  // Whoever has no other organization would remove the ground they stand on.
  const other = organizations.find((one) => one.id !== organization?.id)
  const remove = useCall('removeDemoData', {
    onDone() {
      cache.clear()
      void navigate({ to: '/' })
    },
  })
  const leave = useCall('switchOrganization', { onDone: () => remove.mutate({}) })
  if (!organization?.is_demo) return null
  return (
    <section
      aria-label={t('Demo')}
      className="flex flex-wrap items-center justify-center gap-x-3 bg-accent-soft px-4 py-1 text-xs text-accent-text"
    >
      <span>{t('Demo data: explore and change what you like.')}</span>
      {isAdmin && other && (
        <button type="button" className="font-medium underline underline-offset-2" onClick={() => setAsking(true)}>
          {t('Remove the demo')}
        </button>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Remove the demo organization?')}
        note={t('Everything in {name} is deleted for everyone. Your own organizations stay as they are.', {
          name: organization.name,
        })}
        yes={t('Remove')}
        typeName={organization.name}
        busy={leave.isPending || remove.isPending}
        onYes={() => other && leave.mutate({ org_id: other.id })}
      />
    </section>
  )
}
