import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useMembers } from '#web/shell/members.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { endedLabels, type ListedShareLink } from './share-link-texts.ts'

/** A link with who made it, until when it works and how often it was opened. */
export function ShareLinkEntry({ link, title }: { link: ListedShareLink; title?: string }) {
  const { nameOf } = useMembers()
  const ended = endedLabels()[link.status]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <div className="min-w-48 flex-1">
        {title !== undefined && <p className="font-medium break-words">{title}</p>}
        <p className="text-xs text-soft">
          {[
            t('{count, one {# view} other {# views}}', { count: link.view_count }),
            ...(link.has_password ? [t('with a password')] : []),
            ...(link.names ? [t('with names')] : []),
            ...(link.frame_origin === null ? [] : [t('in a frame on {site}', { site: link.frame_origin })]),
          ].join(' · ')}
        </p>
        <p className="text-xs text-faint">
          {t('made by {name}', { name: nameOf(link.created_by) ?? t('a former member') })}{' '}
          <TimeAgo at={link.created_at} />
          {link.last_viewed_at && (
            <>
              {' · '}
              {t('last opened')} <TimeAgo at={link.last_viewed_at} />
            </>
          )}
          {link.status === 'active' && (
            <>
              {' · '}
              {link.expires_at === null ? t('does not expire') : <Expiry at={link.expires_at} />}
            </>
          )}
        </p>
      </div>
      {ended === null ? <RevokeButton link={link} /> : <Chip>{ended}</Chip>}
    </li>
  )
}

const Expiry = ({ at }: { at: string }) => (
  <>
    {t('expires')} <TimeAgo at={at} />
  </>
)

function RevokeButton({ link }: { link: ListedShareLink }) {
  const { isAdmin, user } = useSession()
  const [asking, setAsking] = useState(false)
  const revoke = useApiMutation('revokeShareLink', {
    successMessage: t('Link revoked'),
    onSuccess: () => setAsking(false),
  })
  if (!isAdmin && link.created_by !== user?.id) return null
  return (
    <>
      <Button op="revokeShareLink" size="sm" variant="danger" onClick={() => setAsking(true)}>
        {t('Revoke')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate({ shareLinkId: link.id })}
        busy={revoke.isPending}
        title={t('Revoke this link?')}
        note={t('It stops working at once and cannot be restored.')}
        confirmLabel={t('Revoke')}
      />
    </>
  )
}
