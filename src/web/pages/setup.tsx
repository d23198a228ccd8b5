import { useNavigate } from '@tanstack/react-router'
import { Database, FileSpreadsheet, Plug } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { auth, call, EarshotError } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { problemOf, sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextField } from '#web/ui/field.tsx'
import { Loading, NotThere } from '#web/ui/states.tsx'
import { FrontDoor, Problem } from './front-door.tsx'
import { InviteStep } from './invite-step.tsx'

type Person = { token: string; name: string; email: string; password: string }
type Start = 'demo' | 'csv' | 'connect'

/** From an empty database to the first chart: who you are, your organization, how to begin, who comes along. */
export function Setup() {
  const { data } = useRoute('getSetup')
  const [person, setPerson] = useState<Person>()
  const [organization, setOrganization] = useState('')
  const [start, setStart] = useState<Start>()
  const [error, setError] = useState<unknown>()
  if (!data) return <Loading />
  if (!data.needed && !person)
    return (
      <main id="main">
        <h1 className="sr-only">{t('Set up Earshot')}</h1>
        <NotThere
          what={t('page')}
          actions={
            <a href={paths.signIn} className="text-accent-text underline">
              {t('Sign in')}
            </a>
          }
        />
      </main>
    )
  const back = (problem: unknown) => {
    setError(problem)
    setOrganization('')
    setPerson(undefined)
  }
  if (!person) return <AdminStep error={error} onNext={setPerson} />
  if (!organization) return <OrganizationStep onNext={setOrganization} />
  if (!start) return <StartStep person={person} organization={organization} onNext={setStart} onFail={back} />
  return <Arrival start={start} />
}

const fieldsOf = (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  return Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
}

function strengthOf(password: string): string {
  if (password.length < 10) return t('At least 10 characters.')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter((kind) => kind.test(password)).length
  return password.length >= 16 || kinds >= 3 ? t('Strong.') : t('Good; a few more words make it strong.')
}

function AdminStep({ error, onNext }: { error: unknown; onNext: (person: Person) => void }) {
  const [password, setPassword] = useState('')
  return (
    <FrontDoor title={t('Set up Earshot')} note={t('Step 1 of 4: you are the first admin.')}>
      <form className="grid gap-4" onSubmit={(event) => onNext(fieldsOf(event) as Person)}>
        {error !== undefined && (
          <Problem>
            {problemOf(error, 'token') ? t('The setup token is not the one the server printed.') : sentenceOf(error)}
          </Problem>
        )}
        <TextField
          label={t('Setup token')}
          name="token"
          required
          minLength={20}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          hint={t('Printed by the server at its start, under “Setup token”.')}
        />
        <TextField label={t('Your name')} name="name" required of={['completeSetup', 'name']} autoComplete="name" />
        <TextField label={t('Email')} name="email" type="email" required autoComplete="username" />
        <TextField
          label={t('Password')}
          name="password"
          type="password"
          required
          minLength={10}
          maxLength={200}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          hint={strengthOf(password)}
        />
        <Button type="submit" look="primary">
          {t('Continue')}
        </Button>
      </form>
    </FrontDoor>
  )
}

function OrganizationStep({ onNext }: { onNext: (name: string) => void }) {
  return (
    <FrontDoor
      title={t('Your organization')}
      note={t('Step 2 of 4: the people and data that belong together. You can rename it later.')}
    >
      <form className="grid gap-4" onSubmit={(event) => onNext(fieldsOf(event).organization!.trim())}>
        <TextField
          label={t('Organization name')}
          name="organization"
          required
          of={['completeSetup', 'organization_name']}
          autoFocus
          pattern=".*\S.*"
          autoComplete="organization"
        />
        <Button type="submit" look="primary">
          {t('Continue')}
        </Button>
      </form>
    </FrontDoor>
  )
}

async function found({ token, name, email, password }: Person, organization: string) {
  await call('completeSetup', {
    token: token.trim(),
    name,
    email: email.trim(),
    password,
    organization_name: organization,
  })
  await auth('POST', '/sign-in/email', { email: email.trim(), password })
}

async function arrive(start: Start): Promise<string> {
  if (start !== 'demo') return start === 'csv' ? paths.data : paths.integrations
  const { org_id } = await call('loadDemoData')
  await call('switchOrganization', { org_id })
  return '/'
}

/** Somebody is signed in by now and their organization is there; the demo is another one, so it comes after the invitations. */
function Arrival({ start }: { start: Start }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const navigate = useNavigate()
  async function go() {
    setBusy(true)
    try {
      await navigate({ to: await arrive(start) })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return <InviteStep busy={busy} problem={error} onDone={() => void go()} />
}

type StartProps = {
  person: Person
  organization: string
  onNext: (start: Start) => void
  onFail: (error: unknown) => void
}

function StartStep({ person, organization, onNext, onFail }: StartProps) {
  const [start, setStart] = useState<Start>('demo')
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const choices: [Start, string, string, ReactNode][] = [
    [
      'demo',
      t('Explore demo data'),
      t('A made-up product with half a year of feedback. Removable in one step.'),
      <Database key="d" />,
    ],
    ['csv', t('Upload a CSV'), t('Bring what you already have.'), <FileSpreadsheet key="c" />],
    ['connect', t('Connect a source or use the API'), t('Send feedback as it comes in.'), <Plug key="p" />],
  ]
  async function go() {
    setBusy(true)
    try {
      await found(person, organization)
      onNext(start)
    } catch (error) {
      if (error instanceof EarshotError && error.code === 'NOT_FOUND') await navigate({ to: '/sign-in' })
      else onFail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FrontDoor title={t('How do you want to start?')} note={t('Step 3 of 4. You can do the others later.')}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('How do you want to start?')}</legend>
        {choices.map(([key, label, note, icon]) => (
          <label
            key={key}
            className={cx(
              'flex gap-3 rounded-lg border p-3',
              start === key ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="start"
              className="mt-1 accent-accent"
              checked={start === key}
              onChange={() => setStart(key)}
            />
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium">{label}</span>
              <span className="block text-xs text-soft">{note}</span>
            </span>
            <span className="text-faint [&>svg]:size-4">{icon}</span>
          </label>
        ))}
      </fieldset>
      <Button look="primary" className="mt-4 w-full" busy={busy} onClick={go}>
        {busy ? t('Getting things ready…') : t('Continue')}
      </Button>
    </FrontDoor>
  )
}
