import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { signInProblems } from '#contract/resources/setup.ts'
import { auth, EarshotError } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FrontDoor, Problem, ResetByAdmin } from './front-door.tsx'

/** Only addresses of our own are gone to after signing in. */
const safe = (next: string | undefined) =>
  next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? next : '/'

export function SignIn() {
  const [filters] = useFilters()
  const [problem, setProblem] = useState<string | undefined>(
    signInProblems[filters.problem as keyof typeof signInProblems],
  )
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const setup = useRoute('getSetup')
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    setBusy(true)
    try {
      await auth('POST', '/sign-in/email', { email: email!.trim(), password })
      cache.clear()
      await navigate({ to: safe(filters.next), replace: true })
    } catch (error) {
      setProblem(error instanceof EarshotError && error.status < 500 ? error.message : sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FrontDoor
      title={t('Sign in')}
      note={t('Welcome back.')}
      foot={setup.data && <Foot needed={setup.data.needed} mail={setup.data.mail} />}
    >
      <form onSubmit={submit} className="grid gap-4">
        {problem && <Problem>{problem}</Problem>}
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
        <Button type="submit" look="primary" busy={busy}>
          {t('Sign in')}
        </Button>
        {setup.data?.single_sign_on && (
          <a href="/app/auth/oidc/start" className="text-center text-sm font-medium text-accent-text underline">
            {t('Sign in with single sign-on')}
          </a>
        )}
      </form>
    </FrontDoor>
  )
}

function Foot({ needed, mail }: { needed: boolean; mail: boolean }) {
  if (needed)
    return (
      <a href="/setup" className="text-accent-text underline">
        {t('Set up this installation')}
      </a>
    )
  return mail ? (
    <a href={paths.forgottenPassword} className="text-accent-text underline">
      {t('Forgotten your password?')}
    </a>
  ) : (
    <ResetByAdmin />
  )
}
