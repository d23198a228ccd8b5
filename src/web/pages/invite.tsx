import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useEffect } from 'react'
import { auth, EarshotError, type Out } from '#web/api/client.ts'
import { useCall } from '#web/api/hooks.ts'
import { problemOf, sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Loading } from '#web/ui/states.tsx'
import { FrontDoor, Problem } from './front-door.tsx'

type Invitation = Out<'lookAtInvitation'>

export function Invite() {
  const { token } = useParams({ strict: false }) as { token: string }
  const { mutate: look, data: invitation, error } = useCall('lookAtInvitation', { quiet: true })
  useEffect(() => look({ token }), [look, token])
  if (error)
    return (
      <Ended
        title={t('This link does not work')}
        note={
          error instanceof EarshotError && error.status === 404
            ? t('It may have been cut off when it was copied. Ask for the whole link.')
            : sentenceOf(error)
        }
      />
    )
  if (!invitation) return <Loading />
  if (invitation.status === 'expired')
    return (
      <Ended
        title={t('This invitation has expired')}
        note={t('Ask an admin of {name} for a new one.', { name: invitation.organization_name })}
      />
    )
  if (invitation.status === 'revoked')
    return (
      <Ended
        title={t('This invitation was withdrawn')}
        note={t('Ask an admin of {name} for a new one.', { name: invitation.organization_name })}
      />
    )
  if (invitation.status === 'accepted')
    return (
      <Ended title={t('You are a member already')} note={t('This invitation was used. Sign in with your email.')} />
    )
  return <Join token={token} invitation={invitation} />
}

const Ended = ({ title, note }: { title: string; note: string }) => (
  <FrontDoor title={title} note={note}>
    <a href={paths.signIn} className="text-sm font-medium text-accent-text hover:underline">
      {t('Go to sign-in')}
    </a>
  </FrontDoor>
)

function Join({
  token,
  invitation: { email, organization_name, has_account },
}: {
  token: string
  invitation: Invitation
}) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const accept = useCall('acceptInvitation', { quiet: true })
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { name, password } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    await accept.mutateAsync({ token, password: password!, ...(name && { name }) })
    await auth('POST', '/sign-in/email', { email, password })
    cache.clear()
    await navigate({ to: '/' })
  }
  return (
    <FrontDoor
      title={t('Join {name}', { name: organization_name })}
      note={
        has_account
          ? t('{email} has an account here; its password lets you in.', { email })
          : t('You were invited as {email}.', { email })
      }
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event).catch(() => {})}>
        {accept.error && <Problem>{problemOf(accept.error, 'password') ?? accept.error.message}</Problem>}
        {!has_account && (
          <TextField
            label={t('Your name')}
            name="name"
            required
            autoFocus
            autoComplete="name"
            of={['acceptInvitation', 'name']}
          />
        )}
        <TextField
          label={has_account ? t('Password') : t('Choose a password')}
          name="password"
          type="password"
          required
          minLength={10}
          maxLength={200}
          autoComplete={has_account ? 'current-password' : 'new-password'}
          hint={has_account ? undefined : t('At least 10 characters.')}
        />
        <Button type="submit" look="primary" busy={accept.isPending}>
          {t('Join')}
        </Button>
      </form>
    </FrontDoor>
  )
}
