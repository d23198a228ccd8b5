import { useApiQuery } from '#web/api/hooks.ts'
import { t, translate } from '#web/i18n/t.ts'
import { ProviderSteps } from '#web/pages/data/integrations/setup-fields.tsx'
import type { Provider } from '#web/pages/data/integrations/provider-logo.tsx'
import { TextArea, TextField } from '#web/ui/forms/field.tsx'
import type { Addition, Edits, RecognizedThing } from './types.ts'

type Props = {
  addition: Addition
  link: NonNullable<RecognizedThing['link']>
  edit: (one: Addition, edits: Partial<Edits>) => void
}

/** What is fetched from a link, and what the provider needs for it. */
export function LinkFields({ addition, link, edit }: Props) {
  const { data } = useApiQuery('listIntegrationProviders')
  const provider = data?.data.find((one) => one.provider === link.provider)
  if (!provider) return null
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">
        {translate(provider.description)} {t('The last 90 days are fetched.')}
      </p>
      {link.credential.length > 0 && <ProviderSteps provider={provider} />}
      {provider.credential
        .filter(({ name }) => link.credential.includes(name))
        .map((field) => (
          <CredentialField key={field.name} field={field} addition={addition} edit={edit} />
        ))}
    </div>
  )
}

type FieldProps = { field: Provider['credential'][number]; addition: Addition; edit: Props['edit'] }

function CredentialField({ field, addition, edit }: FieldProps) {
  const { credential } = addition.edits
  const common = {
    label: translate(field.label),
    hint: translate(field.description),
    value: credential[field.name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      edit(addition, { credential: { ...credential, [field.name]: target.value } }),
  }
  if (field.multiline)
    return <TextArea {...common} rows={4} className="font-mono text-xs" autoComplete="off" spellCheck={false} />
  return <TextField {...common} type={field.secret ? 'password' : 'text'} autoComplete="new-password" />
}
