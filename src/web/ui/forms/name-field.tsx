import type { RouteId } from '#web/api/client.ts'
import { fieldError } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { TextField } from './field.tsx'

type Props = { of: RouteId; error?: unknown; defaultValue?: string | undefined; placeholder?: string }

/** The first field of a create dialog, with the limits of the request that creates the object. */
export const NameField = ({ of, error, ...rest }: Props) => (
  <TextField
    label={t('Name')}
    name="name"
    required
    autoFocus
    limitsFrom={[of, 'name']}
    error={fieldError(error, 'name')}
    {...rest}
  />
)

export const TitleField = ({ of, ...rest }: Omit<Props, 'error'>) => (
  <TextField label={t('Title')} name="title" required autoFocus limitsFrom={[of, 'title']} {...rest} />
)
