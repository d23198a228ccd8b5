import { type FormEvent, useState } from 'react'
import { auth } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { authErrorMessage, AuthLayout, FormError, SignInLink } from './auth-layout.tsx'

/** The target of a password reset link. */
export function NewPassword() {
  const [done, setDone] = useState(false)
  if (!done) return <NewPasswordForm onDone={() => setDone(true)} />
  return (
    <AuthLayout title={t('Set a new password')}>
      <p role="status" className="mb-4 text-sm">
        {t('Password set. Sign in with it.')}
      </p>
      <SignInLink className="text-sm font-medium text-accent-text hover:underline" />
    </AuthLayout>
  )
}

function useResetPassword(onDone: () => void) {
  const { token } = useRouteParams<'resetPassword'>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    try {
      await auth('POST', 'reset-password', { token, newPassword })
      onDone()
    } catch (problem) {
      setError(authErrorMessage(problem))
      setBusy(false)
    }
  }
  return { busy, error, submit }
}

function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { busy, error, submit } = useResetPassword(onDone)
  return (
    <AuthLayout
      title={t('Set a new password')}
      note={t('This ends all your sessions; sign in again afterwards.')}
      footer={
        <a href={paths.forgotPassword()} className="text-accent-text underline">
          {t('Forgot your password?')}
        </a>
      }
    >
      <form onSubmit={submit} className="grid gap-4">
        {error && <FormError>{error}</FormError>}
        <TextField
          label={t('New password')}
          name="password"
          type="password"
          required
          autoFocus
          minLength={10}
          maxLength={200}
          autoComplete="new-password"
          hint={t('At least 10 characters.')}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t('Set a new password')}
        </Button>
      </form>
    </AuthLayout>
  )
}
