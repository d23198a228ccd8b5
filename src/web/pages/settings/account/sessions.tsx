import { useQuery } from '@tanstack/react-query'
import { callAuth } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/toasts.ts'

type Session = {
  id: string
  userAgent?: string | null
  ipAddress?: string | null
  createdAt: string
  updatedAt: string
}
type Current = { session: { id: string } } | null

const browserName = (agent: string | null | undefined) => {
  const name = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent ?? '')?.[0]
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(agent ?? '')?.[0]
  return [name ?? t('Unknown client'), system].filter(Boolean).join(' · ')
}

export function Sessions() {
  const { data: sessions, refetch } = useQuery({
    queryKey: ['sessions', 'list'],
    queryFn: () => callAuth<Session[]>('GET', 'list-sessions'),
  })
  const { data: current } = useQuery({
    queryKey: ['sessions', 'current'],
    queryFn: () => callAuth<Current>('GET', 'get-session'),
  })
  const end = async (id: string) => {
    await callAuth('POST', 'revoke-session', { id }).catch((error) =>
      toast({ tone: 'bad', title: errorMessage(error) }),
    )
    void refetch()
  }
  return (
    <Card title={t('Sessions')} note={t('Where you are signed in.')} flush>
      <ul>
        {sessions?.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium">{browserName(one.userAgent)}</p>
              <p className="text-xs text-faint">
                {one.ipAddress} · {t('since')} <TimeAgo at={one.createdAt} />
              </p>
            </div>
            {one.id === current?.session.id ? (
              <Chip tone="good">{t('This browser')}</Chip>
            ) : (
              <Button size="sm" onClick={() => void end(one.id)}>
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
