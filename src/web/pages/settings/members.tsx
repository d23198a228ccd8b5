import { Copy, MoreHorizontal, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf, Out } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm, Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Avatar, Chip } from '#web/ui/marks.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { copy } from '#web/ui/copy.ts'

type Member = ItemOf<'listMembers'>

export function Members() {
  const { isAdmin, user } = useSession()
  const { items } = useList('listMembers', {})
  const keys = useList('listApiKeys', {})
  const [inviting, setInviting] = useState(false)
  const keysOf = (member: Member) =>
    keys.items.filter((key) => key.user_id === member.user_id && key.status === 'active').length
  return (
    <>
      <Card
        title={t('Members')}
        flush
        actions={
          isAdmin && (
            <Button size="sm" icon={<UserPlus className="size-3.5" />} onClick={() => setInviting(true)}>
              {t('Invite')}
            </Button>
          )
        }
      >
        <ul>
          {items.map((member) => (
            <li key={member.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
              <Avatar name={member.name} size="size-7" />
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm font-medium">
                  {member.name}
                  {member.user_id === user?.id && (
                    <span className="ms-1.5 text-xs font-normal text-faint">{t('you')}</span>
                  )}
                </p>
                <p className="truncate text-xs text-faint">{member.email}</p>
              </div>
              {isAdmin && keysOf(member) > 0 && (
                <span className="hidden text-xs text-faint sm:inline">
                  {t('{count, one {# key} other {# keys}}', { count: keysOf(member) })}
                </span>
              )}
              <span className="hidden text-xs text-faint sm:inline">
                {member.last_active_at ? <TimeAgo at={member.last_active_at} /> : t('never here')}
              </span>
              <Chip tone={member.role === 'admin' ? 'accent' : 'plain'}>
                {member.role === 'admin' ? t('Admin') : t('Member')}
              </Chip>
              {isAdmin && <MemberMenu member={member} keys={keysOf(member)} />}
            </li>
          ))}
        </ul>
      </Card>
      {isAdmin && <Invitations />}
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
    </>
  )
}

function MemberMenu({ member, keys }: { member: Member; keys: number }) {
  const [removing, setRemoving] = useState(false)
  const change = useCall('updateMember', { said: t('Saved') })
  const remove = useCall('removeMember', { onDone: () => setRemoving(false), said: t('Removed') })
  const [asking, setAsking] = useState(false)
  const { data: policy } = useRoute('getPolicy')
  const other = member.role === 'admin' ? 'member' : 'admin'
  // Their keys act by their role: whoever may not use the API as a member loses it with being an admin.
  const loses = other === 'member' && keys > 0 && policy?.enabled === true && !policy.roles.includes('members')
  const turn = () => change.mutate({ memberId: member.id, role: other }, { onSuccess: () => setAsking(false) })
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t('Actions for {name}', { name: member.name })}
            icon={<MoreHorizontal className="size-4" />}
          />
        }
        items={[
          {
            label: other === 'admin' ? t('Make admin') : t('Make member'),
            run: () => (loses ? setAsking(true) : turn()),
          },
          { label: t('Remove from organization'), bad: true, run: () => setRemoving(true) },
        ]}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Make {name} a member?', { name: member.name })}
        busy={change.isPending}
        note={t('{count, one {# key loses} other {# keys lose}} access, because only admins may use the API.', {
          count: keys,
        })}
        yes={t('Make member')}
        onYes={turn}
      />
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('Remove {name}?', { name: member.name })}
        busy={remove.isPending}
        note={t('They lose access at once. {count, one {# key is} other {# keys are}} revoked. What they made stays.', {
          count: keys,
        })}
        yes={t('Remove')}
        onYes={() => remove.mutate({ memberId: member.id })}
      />
    </>
  )
}

function Invitations() {
  const { items } = useList('listInvitations', {})
  const revoke = useCall('revokeInvitation', { said: t('The invitation was withdrawn') })
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
            <Chip>{one.role === 'admin' ? t('Admin') : t('Member')}</Chip>
            <Button size="sm" onClick={() => revoke.mutate({ invitationId: one.id })}>
              {t('Withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Out<'createInvitation'>>()
  const create = useCall('createInvitation', { onDone: setMade })
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={made ? t('Send them this link') : t('Invite somebody')}
      note={
        made
          ? t('It works once, for {email}, and is shown only now.', { email: made.email })
          : t('You get a link to pass on; it works for seven days.')
      }
    >
      {made ? (
        <div className="flex items-center gap-2">
          <input
            readOnly
            aria-label={t('Invitation link')}
            value={made.url}
            className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-sunken px-2 font-mono text-xs"
            onFocus={(event) => event.target.select()}
          />
          <Button look="primary" icon={<Copy className="size-3.5" />} onClick={() => void copy(made.url)}>
            {t('Copy')}
          </Button>
        </div>
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            const data = new FormData(event.currentTarget)
            create.mutate({ email: String(data.get('email')), role: data.get('role') === 'admin' ? 'admin' : 'member' })
          }}
        >
          <TextField label={t('Email')} name="email" type="email" required autoFocus />
          <SelectField
            label={t('Role')}
            name="role"
            options={[
              { value: 'member', label: t('Member') },
              { value: 'admin', label: t('Admin') },
            ]}
          />
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create invitation link')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
