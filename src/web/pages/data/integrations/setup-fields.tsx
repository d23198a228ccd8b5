import { ExternalLink } from 'lucide-react'
import { t, translate } from '#web/i18n/t.ts'
import { TextArea, TextField } from '#web/ui/forms/field.tsx'
import type { Provider } from './provider-logo.tsx'

const linkClass = 'ml-1 inline-flex items-center gap-1 text-accent-text hover:underline'

/** What to do at the provider, with links. */
export const ProviderSteps = ({ provider }: { provider: Provider }) => (
  <ol className="grid list-decimal gap-1.5 pl-5 text-sm text-soft">
    {provider.steps.map(({ text, url }) => (
      <li key={text}>
        {translate(text)}
        {url && (
          <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
            {t('Open')}
            <ExternalLink className="size-3" />
          </a>
        )}
      </li>
    ))}
  </ol>
)

/** The settings that the provider needs, its credential, and the rest below “Advanced”. */
export function SetupFields({ provider }: { provider: Provider }) {
  const settings = provider.fields.filter(({ name }) => name.startsWith('config.'))
  return (
    <>
      {settings
        .filter((field) => field.required)
        .map((field) => (
          <SettingField key={field.name} field={field} />
        ))}
      <CredentialInputs provider={provider} />
      <details className="text-sm">
        <summary className="cursor-pointer text-xs font-medium text-soft">{t('Advanced')}</summary>
        <div className="mt-3 grid gap-4">
          {settings
            .filter((field) => !field.required)
            .map((field) => (
              <SettingField key={field.name} field={field} />
            ))}
        </div>
      </details>
    </>
  )
}

const SettingField = ({ field }: { field: Provider['fields'][number] }) => (
  <TextField
    label={translate(field.label)}
    name={field.name}
    required={field.required}
    hint={
      field.list
        ? `${translate(field.description)} ${t('Separate several with commas.')}`
        : translate(field.description)
    }
    {...(field.example && { placeholder: field.example })}
    autoComplete="off"
  />
)

export const CredentialInputs = ({ provider }: { provider: Provider }) =>
  provider.credential.map((field) =>
    field.multiline ? (
      <TextArea
        key={field.name}
        label={translate(field.label)}
        name={`credential.${field.name}`}
        required={field.required}
        hint={translate(field.description)}
        rows={4}
        className="font-mono text-xs"
        autoComplete="off"
        spellCheck={false}
      />
    ) : (
      <TextField
        key={field.name}
        label={translate(field.label)}
        name={`credential.${field.name}`}
        required={field.required}
        hint={translate(field.description)}
        type={field.secret ? 'password' : 'text'}
        autoComplete={field.secret ? 'new-password' : 'off'}
      />
    ),
  )
