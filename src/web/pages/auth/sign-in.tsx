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

function useSignIn() {
  const [filters] = useFilters()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const run = async ({ email, password }: Record<string, string>) => {
    await callAuth('POST', 'sign-in/email', { email: email!.trim(), password })
    cache.clear()
    await navigate(safePath(filters.next), { replace: true })
  }
  return useAuthSubmit(run, signInProblems[filters.problem as keyof typeof signInProblems])
}

export function SignInPage() {
  const [filters] = useFilters()
  const { error, busy, submit } = useSignIn()
  const setup = useApiQuery('getSetup')
  return (
    <AuthLayout
      title={t('Sign in')}
      note={t('Welcome back.')}
      footer={setup.data && <Footer setupNeeded={setup.data.needed} hasMail={setup.data.mail} />}
    >
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
        {setup.data?.single_sign_on && <SingleSignOnLink next={filters.next} />}
      </Form>
    </AuthLayout>
  )
}

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
