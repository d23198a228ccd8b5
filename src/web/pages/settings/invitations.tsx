import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { roleLabels } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import type { MemberRole } from '#vocabulary/roles.ts'
import { RoleField } from './role-field.tsx'

export function Invitations() {
  const { items } = useApiList('listInvitations', {})
  const revoke = useApiMutation('revokeInvitation', { successMessage: t('Invitation revoked') })
  const pending = items.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return null
  return (
    <Card title={t('Open invitations')} flush>
      <ul>
        {pending.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm">{one.email}</p>
              <p className="text-xs text-faint">
                {t('expires')} <TimeAgo at={one.expires_at} />
              </p>
            </div>
            <Chip>{roleLabels()[one.role]}</Chip>
            <Button size="sm" onClick={() => revoke.mutate({ invitationId: one.id })}>
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Invitation = OutputOf<'createInvitation'>

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [invitation, setInvitation] = useState<Invitation>()
  const close = () => {
    setInvitation(undefined)
    onClose()
  }
  if (!invitation)
    return (
      <Dialog
        open={open}
        onClose={close}
        title={t('Invite a teammate')}
        note={t('You get a link to share; it expires in seven days.')}
      >
        <InviteForm onCreated={setInvitation} />
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('Share this link')}
      note={t('It can be used once, by {email}, and is shown only now.', { email: invitation.email })}
    >
      <InvitationLink url={invitation.url} />
    </Dialog>
  )
}

const InvitationLink = ({ url }: { url: string }) => (
  <div className="flex items-center gap-2">
    <input
      readOnly
      aria-label={t('Invitation link')}
      value={url}
      className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-sunken px-2 font-mono text-xs"
      onFocus={(event) => event.target.select()}
    />
    <Button variant="primary" icon={Copy} onClick={() => void copyToClipboard(url)}>
      {t('Copy')}
    </Button>
  </div>
)

function InviteForm({ onCreated }: { onCreated: (invitation: Invitation) => void }) {
  const create = useApiMutation('createInvitation', { onSuccess: onCreated })
  return (
    <Form
      className="grid gap-4"
      onSubmit={(_, form) => {
        const data = new FormData(form)
        create.mutate({ email: String(data.get('email')), role: data.get('role') as MemberRole })
      }}
    >
      <TextField label={t('Email')} name="email" type="email" required autoFocus />
      <RoleField />
      <Button type="submit" variant="primary" busy={create.isPending}>
        {t('Create invitation link')}
      </Button>
    </Form>
  )
}
