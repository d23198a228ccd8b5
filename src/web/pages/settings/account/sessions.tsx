import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  userAgent: string | null
  ipAddress: string | null
  createdAt: string
  lastUsedAt: string
  current: boolean
}

const browserName = (agent: string | null) => {
  const name = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent ?? '')?.[0]
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(agent ?? '')?.[0]
  return [name ?? t('Unknown client'), system].filter(Boolean).join(' · ')
}

function useSessions() {
  const [busy, setBusy] = useState(false)
  const { data = [], refetch } = useQuery({
    queryKey: ['sessions', 'list'],
    queryFn: () => callAuth<Session[]>('GET', 'list-sessions'),
  })
  const change = async (path: string, body?: object) => {
    setBusy(true)
    await callAuth('POST', path, body).catch((error) => toast({ tone: 'bad', title: errorMessage(error) }))
    setBusy(false)
    void refetch()
  }
  return {
    sessions: data,
    busy,
    end: (id: string) => void change('revoke-session', { id }),
    endOthers: () => void change('end-other-sessions'),
  }
}

export function Sessions() {
  const { sessions, busy, end, endOthers } = useSessions()
  return (
    <Card
      title={t('Sessions')}
      note={t('Where you are signed in.')}
      flush
      actions={
        sessions.length > 1 && (
          <Button size="sm" busy={busy} onClick={endOthers}>
            {t('Sign out everywhere else')}
          </Button>
        )
      }
    >
      <ul>
        {sessions.map((one) => (
          <SessionRow key={one.id} session={one} onEnd={() => end(one.id)} />
        ))}
      </ul>
    </Card>
  )
}

const SessionRow = ({ session, onEnd }: { session: Session; onEnd: () => void }) => (
  <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
    <div className="min-w-0 flex-1">
      <p className="text-sm font-medium">{browserName(session.userAgent)}</p>
      <p className="text-xs text-faint">
        {session.ipAddress} · {t('since')} <TimeAgo at={session.createdAt} /> · {t('used')}{' '}
        <TimeAgo at={session.lastUsedAt} />
      </p>
    </div>
    {session.current ? (
      <Chip tone="good">{t('This browser')}</Chip>
    ) : (
      <Button size="sm" onClick={onEnd}>
        {t('Sign out')}
      </Button>
    )}
  </li>
)
