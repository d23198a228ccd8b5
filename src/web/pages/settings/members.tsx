import { MoreHorizontal, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf, OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Avatar, Chip } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { roleLabels } from '#web/labels.ts'
import { type MemberRole, memberRoles } from '#vocabulary/roles.ts'
import { Invitations, InviteDialog } from './invitations.tsx'

type Member = ItemOf<'listMembers'>

export function Members() {
  const { isAdmin } = useSession()
  const { items } = useApiList('listMembers', {})
  const keys = useApiList('listApiKeys', {})
  const [inviting, setInviting] = useState(false)
  const activeKeys = (member: Member) =>
    keys.items.filter((key) => key.user_id === member.user_id && key.status === 'active').length
  return (
    <>
      <Card
        title={t('Members')}
        flush
        actions={
          isAdmin && (
            <Button size="sm" icon={UserPlus} onClick={() => setInviting(true)}>
              {t('Invite')}
            </Button>
          )
        }
      >
        <ul>
          {items.map((member) => (
            <MemberRow key={member.id} member={member} keyCount={activeKeys(member)} />
          ))}
        </ul>
      </Card>
      {isAdmin && <Invitations />}
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
    </>
  )
}

type MemberProps = { member: Member; keyCount: number }

function MemberRow({ member, keyCount }: MemberProps) {
  const { isAdmin, user } = useSession()
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <Avatar name={member.name} size="size-7" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">
          {member.name}
          {member.user_id === user?.id && <span className="ms-1.5 text-xs font-normal text-faint">{t('you')}</span>}
        </p>
        <p className="truncate text-xs text-faint">{member.email}</p>
      </div>
      {isAdmin && keyCount > 0 && (
        <span className="hidden text-xs text-faint sm:inline">
          {t('{count, one {# key} other {# keys}}', { count: keyCount })}
        </span>
      )}
      <span className="hidden text-xs text-faint sm:inline">
        {member.last_active_at ? <TimeAgo at={member.last_active_at} /> : t('never active')}
      </span>
      <Chip tone={member.role === 'admin' ? 'accent' : 'plain'}>{roleLabels()[member.role]}</Chip>
      {isAdmin && <MemberMenu member={member} keyCount={keyCount} />}
    </li>
  )
}

function MemberMenu(props: MemberProps) {
  const { member } = props
  const [removing, setRemoving] = useState(false)
  const [link, setLink] = useState<ResetLink>()
  const reset = useApiMutation('createMemberPasswordReset', { onSuccess: setLink })
  const { others, choose, confirming, close, busy, apply } = useRoleChange(props)
  return (
    <>
      <Menu
        trigger={<IconButton label={t('Actions for {name}', { name: member.name })} icon={MoreHorizontal} isLarge />}
        items={[
          { heading: t('Change the role to') },
          ...others.map((role) => ({ label: roleLabels()[role], run: () => choose(role) })),
          'line',
          { label: t('Reset password'), run: () => reset.mutate({ memberId: member.id }) },
          { label: t('Remove from organization'), destructive: true, run: () => setRemoving(true) },
        ]}
      />
      <Confirm
        open={confirming !== undefined}
        onClose={close}
        title={t('Change the role of {name}?', { name: member.name })}
        busy={busy}
        note={t('{count, one {# key loses} other {# keys lose}} access as long as this is the role.', {
          count: props.keyCount,
        })}
        confirmLabel={t('Change role')}
        onConfirm={() => apply(confirming!)}
      />
      <ResetLinkDialog member={member} link={link} onClose={() => setLink(undefined)} />
      <ConfirmRemove {...props} open={removing} onClose={() => setRemoving(false)} />
    </>
  )
}

type ResetLink = OutputOf<'createMemberPasswordReset'>

type ResetLinkDialogProps = { member: Member; link: ResetLink | undefined; onClose: () => void }

const ResetLinkDialog = ({ member, link, onClose }: ResetLinkDialogProps) => (
  <Dialog
    open={link !== undefined}
    onClose={onClose}
    title={t('Reset link for {name}', { name: member.name })}
    note={t('Send it to them yourself: it works once, for {minutes} minutes, and ends all their sessions.', {
      minutes: link?.expires_in_minutes ?? 0,
    })}
    footer={<Button onClick={onClose}>{t('Close')}</Button>}
  >
    {link && <CopyBlock label={t('Link')} text={link.url} />}
  </Dialog>
)

/** Gives another role; confirmed when the member's keys would stop working. */
function useRoleChange({ member, keyCount }: MemberProps) {
  const [confirming, setConfirming] = useState<MemberRole>()
  const change = useApiMutation('updateMember', { successMessage: t('Saved') })
  const { data: policy } = useApiQuery('getPolicy')
  const mayUseKeys = (role: MemberRole) => policy?.roles.some((one) => one === `${role}s`) === true
  const losesKeys = (role: MemberRole) =>
    keyCount > 0 && policy?.enabled === true && mayUseKeys(member.role) && !mayUseKeys(role)
  const close = () => setConfirming(undefined)
  const apply = (role: MemberRole) => change.mutate({ memberId: member.id, role }, { onSuccess: close })
  const choose = (role: MemberRole) => (losesKeys(role) ? setConfirming(role) : apply(role))
  const others = memberRoles.toReversed().filter((role) => role !== member.role)
  return { others, choose, confirming, close, busy: change.isPending, apply }
}

function ConfirmRemove({ member, keyCount, open, onClose }: MemberProps & { open: boolean; onClose: () => void }) {
  const remove = useApiMutation('removeMember', { onSuccess: onClose, successMessage: t('Removed') })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('Remove {name}?', { name: member.name })}
      busy={remove.isPending}
      note={t(
        'They lose access immediately. {count, one {# key is} other {# keys are}} revoked. Their content is kept.',
        { count: keyCount },
      )}
      confirmLabel={t('Remove')}
      onConfirm={() => remove.mutate({ memberId: member.id })}
    />
  )
}
