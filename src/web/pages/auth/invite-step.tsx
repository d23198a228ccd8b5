import { Copy } from 'lucide-react'
import { useState } from 'react'
import { call, type OutputOf } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AuthLayout, FormError } from './auth-layout.tsx'

type Invitation = OutputOf<'createInvitation'>

function useInvite() {
  const [invitations, setInvitations] = useState<readonly Invitation[]>([])
  const [error, setError] = useState<unknown>()
  const [sending, setSending] = useState(false)
  async function invite(form: HTMLFormElement) {
    const { email, role } = Object.fromEntries(new FormData(form)) as Record<string, string>
    setSending(true)
    try {
      const one = await call('createInvitation', { email: email!, role: role === 'admin' ? 'admin' : 'member' })
      setInvitations((before) => [...before, one])
      setError(undefined)
      form.reset()
    } catch (problem) {
      setError(problem)
    } finally {
      setSending(false)
    }
  }
  return { invitations, error, sending, invite }
}

type Props = { busy: boolean; error: unknown; onDone: () => void }

/** The last step of the setup, which can be skipped: invitation links for the team. */
export function InviteStep({ busy, error: setupError, onDone }: Props) {
  const { invitations, error: inviteError, sending, invite } = useInvite()
  const error = inviteError ?? setupError
  const doneLabel = invitations.length > 0 ? t('Finish') : t('Skip and start')
  return (
    <AuthLayout
      title={t('Invite your team')}
      note={t('Step 4 of 4. Each link can be used once and expires in seven days. You can do this later.')}
    >
      <Form className="grid gap-3" onSubmit={(_, form) => void invite(form)}>
        {error !== undefined && <FormError>{errorMessage(error)}</FormError>}
        <InviteFields />
        <Button type="submit" busy={sending}>
          {t('Create invitation link')}
        </Button>
      </Form>
      {invitations.length > 0 && <InvitationLinks invitations={invitations} />}
      <Button variant="primary" className="mt-4 w-full" busy={busy} onClick={onDone}>
        {busy ? t('Setting up…') : doneLabel}
      </Button>
    </AuthLayout>
  )
}

const InviteFields = () => (
  <div className="grid grid-cols-[minmax(0,1fr)_110px] gap-2">
    <TextField label={t('Email')} name="email" type="email" required autoFocus autoComplete="off" />
    <SelectField label={t('Role')} name="role" options={toOptions({ member: t('Member'), admin: t('Admin') })} />
  </div>
)

const InvitationLinks = ({ invitations }: { invitations: readonly Invitation[] }) => (
  <ul aria-label={t('Open invitations')} className="mt-4 grid gap-2">
    {invitations.map((one) => (
      <li key={one.id} className="rounded-lg border border-line p-2.5">
        <p className="text-sm font-medium">{one.email}</p>
        <div className="flex items-center gap-1">
          <input
            readOnly
            aria-label={t('Link for {email}', { email: one.email })}
            value={one.url}
            className="h-7 min-w-0 flex-1 rounded-md border border-line bg-sunken px-2 font-mono text-xs"
            onFocus={(event) => event.target.select()}
          />
          <IconButton
            label={t('Copy the link for {email}', { email: one.email })}
            icon={Copy}
            onClick={() => void copyToClipboard(one.url)}
          />
        </div>
      </li>
    ))}
  </ul>
)
