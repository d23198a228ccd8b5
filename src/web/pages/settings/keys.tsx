import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { EmptyFirst } from '#web/ui/states.tsx'
import { dayOf, TimeAgo } from '#web/ui/time.tsx'
import { NewKey } from './new-key.tsx'

type Key = ItemOf<'listApiKeys'>

export function Keys() {
  const { isAdmin } = useSession()
  const { items, isPending } = useList('listApiKeys', {})
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Key>()
  const revoke = useCall('revokeApiKey', { said: t('The key is revoked'), onDone: () => setRevoking(undefined) })
  return (
    <Card
      title={t('API keys')}
      flush
      note={
        isAdmin
          ? t('All keys of the organization.')
          : t('Your keys. Each acts as you, never with more rights than you have.')
      }
      actions={
        <Button size="sm" icon={<Plus className="size-3.5" />} onClick={() => setCreating(true)}>
          {t('New key')}
        </Button>
      }
    >
      {!isPending && items.length === 0 && (
        <EmptyFirst
          icon={<KeyRound />}
          title={t('No keys yet')}
          note={t('A key lets a program act as you.')}
          actions={
            <Button look="primary" onClick={() => setCreating(true)}>
              {t('New key')}
            </Button>
          }
        />
      )}
      <ul>
        {items.map((key) => (
          <KeyRow key={key.id} of={key} onRevoke={() => setRevoking(key)} />
        ))}
      </ul>
      {creating && <NewKey onClose={() => setCreating(false)} />}
      <Confirm
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        busy={revoke.isPending}
        title={t('Revoke {name}?', { name: revoking?.name ?? '' })}
        note={t('Programs that use it are refused from the next request on. This cannot be undone.')}
        yes={t('Revoke')}
        onYes={() => revoke.mutate({ keyId: revoking!.id })}
      />
    </Card>
  )
}

/** Why a key that looks alive would be refused. */
function useBlock(key: Key): string | null {
  const { data: policy } = useRoute('getPolicy')
  if (key.status !== 'active' || !policy) return null
  if (!policy.enabled) return t('API off')
  return key.scopes.some((scope) => policy.scopes.includes(scope)) ? null : t('Scope not allowed')
}

function KeyRow({ of: key, onRevoke }: { of: Key; onRevoke: () => void }) {
  const block = useBlock(key)
  const { status } = key
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium">{key.name}</p>
        <p className="text-xs text-faint">
          <code className="font-mono">{key.hint}</code> · {key.user_name} · {key.scopes.join(', ')}
        </p>
      </div>
      <p className="text-xs text-faint">
        {key.last_used_at ? (
          <>
            {t('used')} <TimeAgo at={key.last_used_at} />
          </>
        ) : (
          t('never used')
        )}
        {key.expires_at && ` · ${t('until {day}', { day: dayOf(key.expires_at) })}`}
      </p>
      <Chip tone={status !== 'active' ? 'plain' : block ? 'warn' : 'good'}>
        {block ?? { active: t('Active'), expired: t('Expired'), revoked: t('Revoked') }[status]}
      </Chip>
      {status === 'active' ? (
        <Button size="sm" onClick={onRevoke}>
          {t('Revoke')}
        </Button>
      ) : null}
    </li>
  )
}
