import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation, useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { formatDay, TimeAgo } from '#web/ui/time.tsx'
import { ListCard } from '#web/ui/lists/list-card.tsx'
import { NewKeyDialog } from './new-key.tsx'

type ApiKey = ItemOf<'listApiKeys'>

export function ApiKeys() {
  const { isAdmin } = useSession()
  const list = useApiList('listApiKeys', {})
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  return (
    <ListCard
      title={t('API keys')}
      note={
        isAdmin
          ? t('All keys of the organization.')
          : t('Your keys. Each acts on your behalf and never exceeds your permissions.')
      }
      list={list}
      empty={{
        icon: KeyRound,
        title: t('No keys yet'),
        note: t('An API key lets a program act on your behalf.'),
        hasButton: true,
      }}
      create={{ label: t('New key'), run: () => setCreating(true), op: 'createApiKey' }}
      row={(key) => <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />}
    >
      {creating && <NewKeyDialog onClose={() => setCreating(false)} />}
      <ConfirmRevoke apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </ListCard>
  )
}

function ConfirmRevoke({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const revoke = useApiMutation('revokeApiKey', { successMessage: t('Key revoked'), onSuccess: onClose })
  return (
    <Confirm
      open={apiKey !== undefined}
      onClose={onClose}
      busy={revoke.isPending}
      title={t('Revoke {name}?', { name: apiKey?.name ?? '' })}
      note={t('Requests with this key are rejected immediately. This cannot be undone.')}
      confirmLabel={t('Revoke')}
      onConfirm={() => revoke.mutate({ keyId: apiKey!.id })}
    />
  )
}

/** Why the API would reject an active key. */
function useBlockReason(key: ApiKey): string | null {
  const { data: policy } = useApiQuery('getPolicy')
  if (key.status !== 'active' || !policy) return null
  if (!policy.enabled) return t('API off')
  return key.scopes.some((scope) => policy.scopes.includes(scope)) ? null : t('Scope not allowed')
}

function KeyStatus({ apiKey }: { apiKey: ApiKey }) {
  const blockReason = useBlockReason(apiKey)
  if (blockReason) return <Chip tone="warn">{blockReason}</Chip>
  const labels = { active: t('Active'), expired: t('Expired'), revoked: t('Revoked') }
  return <Chip tone={apiKey.status === 'active' ? 'good' : 'plain'}>{labels[apiKey.status]}</Chip>
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium">{apiKey.name}</p>
        <p className="text-xs text-faint">
          <code className="font-mono">{apiKey.hint}</code> · {apiKey.user_name} · {apiKey.scopes.join(', ')}
        </p>
      </div>
      <p className="text-xs text-faint">
        {apiKey.last_used_at ? (
          <>
            {t('used')} <TimeAgo at={apiKey.last_used_at} />
          </>
        ) : (
          t('never used')
        )}
        {apiKey.expires_at && ` · ${t('until {day}', { day: formatDay(apiKey.expires_at) })}`}
      </p>
      <KeyStatus apiKey={apiKey} />
      {apiKey.status === 'active' && (
        <Button size="sm" onClick={onRevoke}>
          {t('Revoke')}
        </Button>
      )}
    </li>
  )
}
