import { useEffect, useState } from 'react'
import { callAuth, call, EarshotError } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { fieldError, errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Loading } from '#web/ui/states.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'
import { AuthLayout, FormError } from './auth-layout.tsx'

/* What was typed survives a reload of this tab, except the password. */
const draftKey = (name: string) => `earshot.setup.${name}`
const draftOf = (name: string) => sessionStorage.getItem(draftKey(name)) ?? ''
const keepDraft = ({ name, type, value }: HTMLInputElement) =>
  type !== 'password' && sessionStorage.setItem(draftKey(name), value)
const draftNames = ['token', 'name', 'email', 'organization']
const clearDraft = () => {
  for (const name of draftNames) sessionStorage.removeItem(draftKey(name))
}

/** The link of the terminal carries the token behind its number sign. */
const tokenOfLink = () => new URLSearchParams(location.hash.slice(1)).get('token')?.trim() ?? ''

/** The token of the link, which is then removed from the address, so that it is in no history or screenshot. */
function useLinkToken(): string {
  const navigate = useNavigate()
  const [token] = useState(() => {
    const found = tokenOfLink()
    if (found !== '') sessionStorage.setItem(draftKey('token'), found)
    return found
  })
  useEffect(() => {
    if (location.hash !== '') void navigate(paths.setup(), { replace: true })
  }, [navigate])
  return token
}

/** The first admin and the organization, in one step; what they have is asked on the first page. */
export function SetupPage() {
  const { data } = useApiQuery('getSetup')
  const linkToken = useLinkToken()
  if (!data) return <Loading />
  return data.needed ? <SetupForm linkToken={linkToken} /> : <AlreadySetUp withLink={linkToken !== ''} />
}

const AlreadySetUp = ({ withLink }: { withLink: boolean }) => (
  <AuthLayout
    title={t('Earshot is set up already')}
    note={
      withLink
        ? t('The setup link works once, and it was used. Sign in, or ask an admin for an invitation.')
        : t('Sign in, or ask an admin for an invitation.')
    }
  >
    <a href={paths.signIn()} className={buttonClass('primary')}>
      {t('Sign in')}
    </a>
  </AuthLayout>
)

function passwordHint(password: string): string {
  if (password.length < 10) return t('At least 10 characters.')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter((kind) => kind.test(password)).length
  return password.length >= 16 || kinds >= 3 ? t('Strong.') : t('Good. Add a few words to make it strong.')
}

const setupErrorMessage = (error: unknown) =>
  fieldError(error, 'token')
    ? t('This setup token is not the one of this server. Use the link that the server printed when it started last.')
    : errorMessage(error)

async function createAdmin({ token, name, email, password, organization }: Record<string, string>) {
  const address = email!.trim()
  const organization_name = organization!.trim()
  await call('completeSetup', {
    token: token!.trim(),
    name: name!,
    email: address,
    password: password!,
    organization_name,
  })
  await callAuth('POST', 'sign-in/email', { email: address, password: password! })
  clearDraft()
}

function useSetup() {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const submit = async (values: Record<string, string>) => {
    setBusy(true)
    try {
      await createAdmin(values)
      await navigate(paths.dashboard())
    } catch (problem) {
      if (problem instanceof EarshotError && problem.code === 'NOT_FOUND') await navigate(paths.signIn())
      else setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return { error, busy, submit }
}

function SetupForm({ linkToken }: { linkToken: string }) {
  const { error, busy, submit } = useSetup()
  // A token that was refused can be replaced.
  const hasToken = linkToken !== '' && fieldError(error, 'token') === undefined
  return (
    <AuthLayout
      title={t('Set up Earshot')}
      note={t('Your account is the first admin. Everything stays on this server.')}
    >
      <Form
        className="grid gap-4"
        onChange={(event) => keepDraft(event.target as unknown as HTMLInputElement)}
        onSubmit={(values) => void submit(hasToken ? { ...values, token: linkToken } : values)}
      >
        {error !== undefined && <FormError>{setupErrorMessage(error)}</FormError>}
        {!hasToken && <TokenField />}
        <SetupFields autoFocus={hasToken} />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? t('Setting up…') : t('Create account')}
        </Button>
      </Form>
    </AuthLayout>
  )
}

const TokenField = () => (
  <TextField
    label={t('Setup token')}
    name="token"
    defaultValue={draftOf('token')}
    required
    minLength={20}
    autoComplete="off"
    spellCheck={false}
    autoFocus
    hint={t('Open the link that the server printed when it started, or copy what is behind “token=”.')}
  />
)

const SetupFields = ({ autoFocus }: { autoFocus: boolean }) => (
  <>
    <TextField
      label={t('Your name')}
      name="name"
      defaultValue={draftOf('name')}
      required
      autoFocus={autoFocus}
      limitsFrom={['completeSetup', 'name']}
      autoComplete="name"
    />
    <TextField
      label={t('Email')}
      name="email"
      type="email"
      defaultValue={draftOf('email')}
      required
      autoComplete="username"
    />
    <RatedPasswordField />
    <TextField
      label={t('Organization name')}
      name="organization"
      defaultValue={draftOf('organization')}
      required
      limitsFrom={['completeSetup', 'organization_name']}
      pattern=".*\S.*"
      autoComplete="organization"
      hint={t('Your team shares its data in one organization. You can rename it later.')}
    />
  </>
)

function RatedPasswordField() {
  const [password, setPassword] = useState('')
  return (
    <NewPasswordField
      label={t('Password')}
      name="password"
      value={password}
      onChange={(event) => setPassword(event.target.value)}
      hint={passwordHint(password)}
    />
  )
}
