import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { signInProblems } from '#contract/resources/setup.ts'
import { callAuth } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths, serverPaths, storedPath } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { AdminResetHint, AuthLayout, FormError } from './auth-layout.tsx'
import { useAuthSubmit } from './use-auth-submit.ts'

/** Prevents open redirects: only paths of this app are followed after sign-in. */
const safePath = (next: string | undefined) =>
  next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? storedPath(next) : paths.dashboard()

/** With a second factor, `asksCode` after the password was right. */
function useSignIn() {
  const [filters] = useFilters()
  const [asksCode, setAsksCode] = useState(false)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const enter = async () => {
    cache.clear()
    await navigate(safePath(filters.next), { replace: true })
  }
  const sendPassword = async ({ email, password }: Record<string, string>) => {
    const body = { email: email!.trim(), password }
    const reply = await callAuth<{ second_factor?: boolean }>('POST', 'sign-in/email', body)
    if (reply.second_factor) setAsksCode(true)
    else await enter()
  }
  const sendCode = async ({ code, trust }: Record<string, string>) => {
    await callAuth('POST', 'sign-in/second-factor', { code: code!.trim(), trust_browser: trust === 'on' })
    await enter()
  }
  const password = useAuthSubmit(sendPassword, signInProblems[filters.problem as keyof typeof signInProblems])
  return { asksCode, password, code: useAuthSubmit(sendCode), back: () => setAsksCode(false) }
}

type Submit = ReturnType<typeof useAuthSubmit>

export function SignInPage() {
  const { asksCode, password, code, back } = useSignIn()
  const setup = useApiQuery('getSetup')
  if (asksCode)
    return (
      <AuthLayout
        title={t('Enter your code')}
        note={t('From your authenticator app. A recovery code works too, once.')}
        footer={
          <button type="button" onClick={back} className="text-accent-text underline">
            {t('Use another account')}
          </button>
        }
      >
        <CodeForm {...code} />
      </AuthLayout>
    )
  return (
    <AuthLayout
      title={t('Sign in')}
      note={t('Welcome back.')}
      footer={setup.data && <Footer setupNeeded={setup.data.needed} hasMail={setup.data.mail} />}
    >
      <PasswordForm {...password} hasSingleSignOn={setup.data?.single_sign_on ?? false} />
    </AuthLayout>
  )
}

function PasswordForm({ error, busy, submit, hasSingleSignOn }: Submit & { hasSingleSignOn: boolean }) {
  const [filters] = useFilters()
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {error && <FormError>{error}</FormError>}
      <TextField
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
        defaultValue={filters.email ?? ''}
      />
      <TextField label={t('Password')} name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" variant="primary" busy={busy}>
        {t('Sign in')}
      </Button>
      {hasSingleSignOn && <SingleSignOnLink next={filters.next} />}
    </Form>
  )
}

const CodeForm = ({ error, busy, submit }: Submit) => (
  <Form onSubmit={submit} className="grid gap-4">
    {error && <FormError>{error}</FormError>}
    <TextField label={t('Code')} name="code" autoComplete="one-time-code" required autoFocus maxLength={40} />
    <label className="flex items-center gap-2 text-sm">
      <input type="checkbox" name="trust" className="size-3.5 accent-accent" />
      {t('Do not ask again in this browser for 30 days')}
    </label>
    <Button type="submit" variant="primary" busy={busy}>
      {t('Sign in')}
    </Button>
  </Form>
)

const SingleSignOnLink = ({ next }: { next: string | undefined }) => (
  <a href={serverPaths.startSingleSignOn(next)} className="text-center text-sm font-medium text-accent-text underline">
    {t('Sign in with single sign-on')}
  </a>
)

function Footer({ setupNeeded, hasMail }: { setupNeeded: boolean; hasMail: boolean }) {
  if (setupNeeded)
    return (
      <a href={paths.setup()} className="text-accent-text underline">
        {t('Set up this installation')}
      </a>
    )
  if (!hasMail) return <AdminResetHint />
  return (
    <a href={paths.forgotPassword()} className="text-accent-text underline">
      {t('Forgot your password?')}
    </a>
  )
}
