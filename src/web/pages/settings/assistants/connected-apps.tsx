import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { ListCard } from '#web/ui/lists/list-card.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

type ConnectedApp = ItemOf<'listConnectedApps'>

export function ConnectedApps() {
  const { isAdmin } = useSession()
  const list = useApiList('listConnectedApps', {})
  const [revoking, setRevoking] = useState<ConnectedApp>()
  return (
    <ListCard
      title={t('Connected apps')}
      note={isAdmin ? t('Apps that members allowed to act for them.') : t('Apps that you allowed to act for you.')}
      list={list}
      empty={{
        icon: Plug,
        title: t('No connected apps'),
        note: t('An app is listed here once you have allowed it.'),
      }}
      row={(app) => <AppRow key={app.id} app={app} onRevoke={() => setRevoking(app)} />}
    >
      <ConfirmRevoke app={revoking} onClose={() => setRevoking(undefined)} />
    </ListCard>
  )
}

function ConfirmRevoke({ app, onClose }: { app: ConnectedApp | undefined; onClose: () => void }) {
  const revoke = useApiMutation('revokeConnectedApp', { successMessage: t('Access ended'), onSuccess: onClose })
  return (
    <Confirm
      open={app !== undefined}
      onClose={onClose}
      busy={revoke.isPending}
      title={t('End the access of {name}?', { name: app?.name ?? '' })}
      note={t('Its requests are rejected immediately. It can ask for access again.')}
      confirmLabel={t('Revoke')}
      onConfirm={() => revoke.mutate({ connectedAppId: app!.id })}
    />
  )
}

function AppStatus({ status }: Pick<ConnectedApp, 'status'>) {
  const labels = { pending: t('Not connected yet'), active: t('Active'), expired: t('Expired'), revoked: t('Revoked') }
  return <Chip tone={status === 'active' ? 'good' : 'plain'}>{labels[status]}</Chip>
}

const AppRow = ({ app, onRevoke }: { app: ConnectedApp; onRevoke: () => void }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
    <div className="min-w-40 flex-1">
      <p className="text-sm font-medium">{app.name}</p>
      <p className="text-xs text-faint">
        {app.redirect_host} · {app.user_name} · {app.scopes.includes('write') ? t('Read and write') : t('Read')}
      </p>
    </div>
    <p className="text-xs text-faint">
      {app.last_used_at ? (
        <>
          {t('used')} <TimeAgo at={app.last_used_at} />
        </>
      ) : (
        t('never used')
      )}
    </p>
    <AppStatus status={app.status} />
    {(app.status === 'active' || app.status === 'pending') && (
      <Button size="sm" onClick={onRevoke}>
        {t('Revoke')}
      </Button>
    )}
  </li>
)
