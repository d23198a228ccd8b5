import { type FormEvent, useState } from 'react'
import { auth, EarshotError } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Loading } from '#web/ui/states.tsx'
import { FrontDoor, Problem, ResetByAdmin } from './front-door.tsx'

const back = () => (
  <a href={paths.signIn} className="text-accent-text underline">
    {t('Go to sign-in')}
  </a>
)

/** Asks for a link by mail; what it says afterwards is the same whether somebody has this address. */
export function ForgottenPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const setup = useRoute('getSetup')
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setBusy(true)
    try {
      await auth('POST', '/request-password-reset', { email })
      setSentTo(email)
    } catch (error) {
      setProblem(error instanceof EarshotError && error.status < 500 ? error.message : sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  if (!setup.data) return <Loading />
  if (!setup.data.mail)
    return (
      <FrontDoor title={t('Forgotten your password?')} foot={back()}>
        <p className="text-sm">
          <ResetByAdmin />
        </p>
      </FrontDoor>
    )
  if (sentTo)
    return (
      <FrontDoor title={t('Look into your mail')} foot={back()}>
        <p role="status" className="text-sm">
          {t('If {email} has an account here, a link is on its way. It works once, within an hour.', { email: sentTo })}
        </p>
      </FrontDoor>
    )
  return (
    <FrontDoor title={t('Forgotten your password?')} note={t('We send you a link that sets a new one.')} foot={back()}>
      <form onSubmit={submit} className="grid gap-4">
        {problem && <Problem>{problem}</Problem>}
        <TextField label={t('Email')} name="email" type="email" autoComplete="username" required autoFocus />
        <Button type="submit" look="primary" busy={busy}>
          {t('Send a link')}
        </Button>
      </form>
    </FrontDoor>
  )
}
