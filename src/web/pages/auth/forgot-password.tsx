import { useState } from 'react'
import { callAuth } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Loading } from '#web/ui/states.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AdminResetHint, AuthLayout, FormError, SignInLink } from './auth-layout.tsx'
import { useAuthSubmit } from './use-auth-submit.ts'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const setup = useApiQuery('getSetup')
  if (!setup.data) return <Loading />
  if (!setup.data.mail)
    return (
      <AuthLayout title={t('Forgot your password?')} footer={<SignInLink />}>
        <p className="text-sm">
          <AdminResetHint />
        </p>
      </AuthLayout>
    )
  if (sentTo)
    return (
      <AuthLayout title={t('Check your email')} footer={<SignInLink />}>
        <p role="status" className="text-sm">
          {t('If {email} has an account, we sent a link. It can be used once and expires in an hour.', {
            email: sentTo,
          })}
        </p>
      </AuthLayout>
    )
  return <RequestLink onSent={setSentTo} />
}

/** The answer is the same whether an account with this address exists or not. */
function RequestLink({ onSent }: { onSent: (email: string) => void }) {
  const { error, busy, submit } = useAuthSubmit(async (values) => {
    const email = values.email!.trim()
    await callAuth('POST', 'request-password-reset', { email })
    onSent(email)
  })
  return (
    <AuthLayout
      title={t('Forgot your password?')}
      note={t('We send you a link to set a new one.')}
      footer={<SignInLink />}
    >
      <Form onSubmit={submit} className="grid gap-4">
        {error && <FormError>{error}</FormError>}
        <TextField label={t('Email')} name="email" type="email" autoComplete="username" required autoFocus />
        <Button type="submit" variant="primary" busy={busy}>
          {t('Send link')}
        </Button>
      </Form>
    </AuthLayout>
  )
}
