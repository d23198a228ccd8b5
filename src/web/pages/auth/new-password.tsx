import { useState } from 'react'
import { callAuth } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'
import { AuthLayout, FormError, SignInLink } from './auth-layout.tsx'
import { useAuthSubmit } from './use-auth-submit.ts'

/** The target of a password reset link. */
export function NewPasswordPage() {
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

function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { token } = useRouteParams<'resetPassword'>()
  const { busy, error, submit } = useAuthSubmit(async ({ password }) => {
    await callAuth('POST', 'reset-password', { token, newPassword: password })
    onDone()
  })
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
      <Form onSubmit={submit} className="grid gap-4">
        {error && <FormError>{error}</FormError>}
        <NewPasswordField label={t('New password')} name="password" autoFocus />
        <Button type="submit" variant="primary" busy={busy}>
          {t('Set a new password')}
        </Button>
      </Form>
    </AuthLayout>
  )
}
