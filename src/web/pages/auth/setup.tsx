import { Database, FileSpreadsheet, Plug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { callAuth, call, EarshotError } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { fieldError, errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { type Path, paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { Loading, NotFound } from '#web/ui/states.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'
import { AuthLayout, FormError } from './auth-layout.tsx'
import { InviteStep } from './invite-step.tsx'

type AdminAccount = { token: string; name: string; email: string; password: string }
type Start = 'demo' | 'csv' | 'connect'

/** From an empty database to the first chart: admin account, organization, data, team. */
export function SetupPage() {
  const { data } = useApiQuery('getSetup')
  const [admin, setAdmin] = useState<AdminAccount>()
  const [organization, setOrganization] = useState('')
  const [start, setStart] = useState<Start>()
  const [error, setError] = useState<unknown>()
  if (!data) return <Loading />
  if (!data.needed && !admin) return <AlreadySetUp />
  const backToFirstStep = (problem: unknown) => {
    setError(problem)
    setOrganization('')
    setAdmin(undefined)
  }
  if (!admin) return <AdminStep error={error} onNext={setAdmin} />
  if (!organization) return <OrganizationStep onNext={setOrganization} />
  if (!start) return <StartStep admin={admin} organization={organization} onNext={setStart} onFail={backToFirstStep} />
  return <LastStep start={start} />
}

const AlreadySetUp = () => (
  <main id="main">
    <h1 className="sr-only">{t('Set up Earshot')}</h1>
    <NotFound
      what={t('page')}
      actions={
        <a href={paths.signIn()} className="text-accent-text underline">
          {t('Sign in')}
        </a>
      }
    />
  </main>
)

/* What was typed survives a reload of this tab, except the password. */
const draftKey = (name: string) => `earshot.setup.${name}`
const draftOf = (name: string) => sessionStorage.getItem(draftKey(name)) ?? ''
const keepDraft = ({ name, type, value }: HTMLInputElement) =>
  type !== 'password' && sessionStorage.setItem(draftKey(name), value)
const clearDraft = () => {
  for (const name of ['token', 'name', 'email', 'organization']) sessionStorage.removeItem(draftKey(name))
}

function passwordHint(password: string): string {
  if (password.length < 10) return t('At least 10 characters.')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter((kind) => kind.test(password)).length
  return password.length >= 16 || kinds >= 3 ? t('Strong.') : t('Good. Add a few words to make it strong.')
}

const setupErrorMessage = (error: unknown) =>
  fieldError(error, 'token') ? t('Incorrect setup token. The server printed it at startup.') : errorMessage(error)

function AdminStep({ error, onNext }: { error: unknown; onNext: (admin: AdminAccount) => void }) {
  return (
    <AuthLayout title={t('Set up Earshot')} note={t('Step 1 of 4: create the first admin account.')}>
      <Form
        className="grid gap-4"
        onChange={(event) => keepDraft(event.target as unknown as HTMLInputElement)}
        onSubmit={(values) => onNext(values as AdminAccount)}
      >
        {error !== undefined && <FormError>{setupErrorMessage(error)}</FormError>}
        <TextField
          label={t('Setup token')}
          name="token"
          defaultValue={draftOf('token')}
          required
          minLength={20}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          hint={t('Printed by the server at startup, under “Setup token”.')}
        />
        <TextField
          label={t('Your name')}
          name="name"
          defaultValue={draftOf('name')}
          required
          limitsFrom={['completeSetup', 'name']}
          autoComplete="name"
        />
        <EmailField />
        <RatedPasswordField />
        <Button type="submit" variant="primary">
          {t('Continue')}
        </Button>
      </Form>
    </AuthLayout>
  )
}

const EmailField = () => (
  <TextField
    label={t('Email')}
    name="email"
    type="email"
    defaultValue={draftOf('email')}
    required
    autoComplete="username"
  />
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

function OrganizationStep({ onNext }: { onNext: (name: string) => void }) {
  return (
    <AuthLayout
      title={t('Your organization')}
      note={t('Step 2 of 4: your team shares its data in one organization. You can rename it later.')}
    >
      <Form
        className="grid gap-4"
        onChange={(event) => keepDraft(event.target as unknown as HTMLInputElement)}
        onSubmit={({ organization }) => onNext(organization!.trim())}
      >
        <TextField
          label={t('Organization name')}
          name="organization"
          defaultValue={draftOf('organization')}
          required
          limitsFrom={['completeSetup', 'organization_name']}
          autoFocus
          pattern=".*\S.*"
          autoComplete="organization"
        />
        <Button type="submit" variant="primary">
          {t('Continue')}
        </Button>
      </Form>
    </AuthLayout>
  )
}

async function createAdmin({ token, name, email, password }: AdminAccount, organization: string) {
  await call('completeSetup', {
    token: token.trim(),
    name,
    email: email.trim(),
    password,
    organization_name: organization,
  })
  await callAuth('POST', 'sign-in/email', { email: email.trim(), password })
  clearDraft()
}

/** Prepares the chosen start and returns its path. */
async function prepareStart(start: Start): Promise<Path> {
  if (start !== 'demo') return start === 'csv' ? paths.uploads() : paths.integrations()
  const { org_id } = await call('loadDemoData')
  await call('switchOrganization', { org_id })
  return paths.dashboard()
}

/** Invitations come before the demo: loading it switches to another organization. */
function LastStep({ start }: { start: Start }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const navigate = useNavigate()
  async function go() {
    setBusy(true)
    try {
      await navigate(await prepareStart(start))
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return <InviteStep busy={busy} error={error} onDone={() => void go()} />
}

type StartProps = {
  admin: AdminAccount
  organization: string
  onNext: (start: Start) => void
  onFail: (error: unknown) => void
}

const startChoices = (): StartChoice[] => [
  {
    key: 'demo',
    label: t('Explore demo data'),
    note: t('A fictional product with half a year of feedback. Removable in one step.'),
    icon: <Database />,
  },
  { key: 'csv', label: t('Upload a CSV'), note: t('Import your existing data.'), icon: <FileSpreadsheet /> },
  {
    key: 'connect',
    label: t('Connect a source or use the API'),
    note: t('Send feedback as it comes in.'),
    icon: <Plug />,
  },
]

function StartStep({ admin, organization, onNext, onFail }: StartProps) {
  const [start, setStart] = useState<Start>('demo')
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  async function go() {
    setBusy(true)
    try {
      await createAdmin(admin, organization)
      onNext(start)
    } catch (error) {
      if (error instanceof EarshotError && error.code === 'NOT_FOUND') await navigate(paths.signIn())
      else onFail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthLayout title={t('How do you want to start?')} note={t('Step 3 of 4. You can do the others later.')}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('How do you want to start?')}</legend>
        {startChoices().map((choice) => (
          <StartOption key={choice.key} choice={choice} checked={start === choice.key} onChoose={setStart} />
        ))}
      </fieldset>
      <Button variant="primary" className="mt-4 w-full" busy={busy} onClick={go}>
        {busy ? t('Setting up…') : t('Continue')}
      </Button>
    </AuthLayout>
  )
}

type StartChoice = { key: Start; label: string; note: string; icon: ReactNode }
type StartOptionProps = { choice: StartChoice; checked: boolean; onChoose: (start: Start) => void }

const StartOption = ({ choice: { key, label, note, icon }, checked, onChoose }: StartOptionProps) => (
  <label
    className={cx(
      'flex gap-3 rounded-lg border p-3',
      checked ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
    )}
  >
    <input type="radio" name="start" className="mt-1 accent-accent" checked={checked} onChange={() => onChoose(key)} />
    <span className="min-w-0 flex-1">
      <span className="block text-sm font-medium">{label}</span>
      <span className="block text-xs text-soft">{note}</span>
    </span>
    <span className="text-faint [&>svg]:size-4">{icon}</span>
  </label>
)
