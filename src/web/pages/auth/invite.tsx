import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callAuth, EarshotError, type OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { fieldError, errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate, useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Loading } from '#web/ui/states.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AuthLayout, FormError, SignInLink } from './auth-layout.tsx'

type Invitation = OutputOf<'lookAtInvitation'>

export function InvitePage() {
  const { token } = useRouteParams<'invite'>()
  const { mutate: lookUp, data: invitation, error } = useApiMutation('lookAtInvitation', { silent: true })
  useEffect(() => lookUp({ token }), [lookUp, token])
  if (error) return <InvalidInvitation title={t('This link does not work')} note={lookupError(error)} />
  if (!invitation) return <Loading />
  const { status, organization_name: name } = invitation
  const askForNew = t('Ask an admin of {name} for a new one.', { name })
  if (status === 'expired') return <InvalidInvitation title={t('This invitation has expired')} note={askForNew} />
  if (status === 'revoked') return <InvalidInvitation title={t('This invitation was revoked')} note={askForNew} />
  if (status === 'accepted')
    return (
      <InvalidInvitation
        title={t('You are already a member')}
        note={t('This invitation was used. Sign in with your email.')}
      />
    )
  return <Join token={token} invitation={invitation} />
}

const lookupError = (error: unknown) =>
  error instanceof EarshotError && error.status === 404
    ? t('It may have been cut off when it was copied. Ask for the whole link.')
    : errorMessage(error)

const InvalidInvitation = ({ title, note }: { title: string; note: string }) => (
  <AuthLayout title={title} note={note}>
    <SignInLink className="text-sm font-medium text-accent-text hover:underline" />
  </AuthLayout>
)

type JoinProps = { token: string; invitation: Invitation }

function useAcceptInvitation({ token, invitation: { email } }: JoinProps) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const accept = useApiMutation('acceptInvitation', { silent: true })
  const submit = async ({ name, password }: Record<string, string>) => {
    await accept.mutateAsync({ token, password: password!, ...(name && { name }) })
    await callAuth('POST', 'sign-in/email', { email, password })
    cache.clear()
    await navigate(paths.dashboard())
  }
  return { submit, error: accept.error, busy: accept.isPending }
}

function Join(props: JoinProps) {
  const { email, organization_name, has_account } = props.invitation
  const { submit, error, busy } = useAcceptInvitation(props)
  const note = has_account
    ? t('{email} already has an account; enter its password.', { email })
    : t('You were invited as {email}.', { email })
  return (
    <AuthLayout title={t('Join {name}', { name: organization_name })} note={note}>
      <Form className="grid gap-4" onSubmit={(values) => void submit(values).catch(() => {})}>
        {error && <FormError>{fieldError(error, 'password') ?? error.message}</FormError>}
        {!has_account && (
          <TextField
            label={t('Your name')}
            name="name"
            required
            autoFocus
            autoComplete="name"
            limitsFrom={['acceptInvitation', 'name']}
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
        <Button type="submit" variant="primary" busy={busy}>
          {t('Join')}
        </Button>
      </Form>
    </AuthLayout>
  )
}
