import type { ComponentProps } from 'react'
import { t } from '#web/i18n/t.ts'
import { TextField } from './field.tsx'

/** A password that is chosen. */
export const NewPasswordField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    type="password"
    required
    minLength={10}
    maxLength={200}
    autoComplete="new-password"
    hint={t('At least 10 characters.')}
    {...props}
  />
)
