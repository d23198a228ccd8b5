import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { auth, EarshotError } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FrontDoor, Problem } from './front-door.tsx'

/** Where the link of a letter, or of an admin, leads. */
export function NewPassword() {
  const { token } = useParams({ strict: false }) as { token: string }
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [problem, setProblem] = useState<string>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    setState('busy')
    try {
      await auth('POST', '/reset-password', { token, newPassword })
      setState('done')
    } catch (error) {
      setProblem(error instanceof EarshotError && error.status < 500 ? error.message : sentenceOf(error))
      setState('asking')
    }
  }
  const signIn = (
    <a href={paths.signIn} className="text-sm font-medium text-accent-text hover:underline">
      {t('Go to sign-in')}
    </a>
  )
  if (state === 'done')
    return (
      <FrontDoor title={t('Set a new password')}>
        <p role="status" className="mb-4 text-sm">
          {t('The password was set. Sign in with it.')}
        </p>
        {signIn}
      </FrontDoor>
    )
  return (
    <FrontDoor
      title={t('Set a new password')}
      note={t('It ends all your sessions; sign in with it afterwards.')}
      foot={
        <a href={paths.forgottenPassword} className="text-accent-text underline">
          {t('Forgotten your password?')}
        </a>
      }
    >
      <form onSubmit={submit} className="grid gap-4">
        {problem && <Problem>{problem}</Problem>}
        <TextField
          label={t('New password')}
          name="password"
          type="password"
          required
          autoFocus
          minLength={10}
          maxLength={200}
          autoComplete="new-password"
          hint={t('At least 10 characters.')}
        />
        <Button type="submit" look="primary" busy={state === 'busy'}>
          {t('Set a new password')}
        </Button>
      </form>
    </FrontDoor>
  )
}
