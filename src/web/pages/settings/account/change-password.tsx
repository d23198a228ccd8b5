import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callAuth, EarshotError } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { toast } from '#web/toasts.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'

const messageFor = (error: unknown) =>
  error instanceof EarshotError && error.code === 'UNAUTHORIZED'
    ? t('The current password is wrong.')
    : errorMessage(error)

function useChangePassword() {
  const [error, setError] = useState<string>()
  const cache = useQueryClient()
  const submit = async (body: Record<string, string>, form: HTMLFormElement) => {
    try {
      await callAuth('POST', 'change-password', body)
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
      <Form className="grid gap-4 sm:grid-cols-2" onSubmit={(values, form) => void submit(values, form)}>
        <TextField
          label={t('Current password')}
          name="currentPassword"
          type="password"
          required
          autoComplete="current-password"
          error={error}
        />
        <NewPasswordField label={t('New password')} name="newPassword" />
        <div>
          <Button type="submit">{t('Change password')}</Button>
        </div>
      </Form>
    </Card>
  )
}
