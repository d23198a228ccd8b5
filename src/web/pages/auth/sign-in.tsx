import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { signInProblems } from '#contract/resources/setup.ts'
import { auth } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths, serverPaths, storedPath } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { AdminResetHint, authErrorMessage, AuthLayout, FormError } from './auth-layout.tsx'

/** Prevents open redirects: only paths of this app are followed after sign-in. */
const safePath = (next: string | undefined) =>
  next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? storedPath(next) : paths.dashboard()

function useSignIn() {
  const [filters] = useFilters()
  const [error, setError] = useState<string | undefined>(signInProblems[filters.problem as keyof typeof signInProblems])
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const cache = useQueryClient()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    setBusy(true)
    try {
      await auth('POST', 'sign-in/email', { email: email!.trim(), password })
      cache.clear()
      await navigate(safePath(filters.next), { replace: true })
    } catch (problem) {
      setError(authErrorMessage(problem))
    } finally {
      setBusy(false)
    }
  }
  return { error, busy, submit }
}

export function SignIn() {
  const [filters] = useFilters()
  const { error, busy, submit } = useSignIn()
  const setup = useApiQuery('getSetup')
  return (
    <AuthLayout
      title={t('Sign in')}
      note={t('Welcome back.')}
      footer={setup.data && <Footer setupNeeded={setup.data.needed} hasMail={setup.data.mail} />}
    >
      <form onSubmit={submit} className="grid gap-4">
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
        {setup.data?.single_sign_on && <SingleSignOnLink />}
      </form>
    </AuthLayout>
  )
}

const SingleSignOnLink = () => (
  <a href={serverPaths.startSingleSignOn} className="text-center text-sm font-medium text-accent-text underline">
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
