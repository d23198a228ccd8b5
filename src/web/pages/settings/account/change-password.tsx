import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { auth, EarshotError } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { toast } from '#web/toasts.ts'

const messageFor = (error: unknown) =>
  error instanceof EarshotError && error.code === 'UNAUTHORIZED'
    ? t('The current password is wrong.')
    : errorMessage(error)

function useChangePassword() {
  const [error, setError] = useState<string>()
  const cache = useQueryClient()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = Object.fromEntries(new FormData(form)) as Record<string, string>
    try {
      await auth('POST', 'change-password', body)
      setError(undefined)
      form.reset()
      toast({ title: t('Password changed; all other sessions have ended') })
      void cache.invalidateQueries({ queryKey: ['sessions'] })
    } catch (problem) {
      setError(messageFor(problem))
    }
  }
  return { error, submit }
}

export function ChangePassword() {
  const { error, submit } = useChangePassword()
  return (
    <Card title={t('Password')} note={t('Changing it signs you out everywhere else.')}>
      <form className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
        <TextField
          label={t('Current password')}
          name="currentPassword"
          type="password"
          required
          autoComplete="current-password"
          error={error}
        />
        <TextField
          label={t('New password')}
          name="newPassword"
          type="password"
          required
          minLength={10}
          maxLength={200}
          autoComplete="new-password"
          hint={t('At least 10 characters.')}
        />
        <div>
          <Button type="submit">{t('Change password')}</Button>
        </div>
      </form>
    </Card>
  )
}
