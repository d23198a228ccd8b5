import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import type { Provider } from './provider-logo.tsx'
import { PullErrorAlert, PullPreviewList } from './pull-preview.tsx'
import { ProviderSteps, SetupFields } from './setup-fields.tsx'

const dayMs = 86_400_000
const defaultDays = 90
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The form's values as the API takes them; lists are separated by commas. */
function requestOf(provider: Provider, values: Record<string, string>) {
  const lists = new Set(provider.fields.filter((field) => field.list).map((field) => field.name))
  const entries = Object.entries(values).filter(([, value]) => value.trim() !== '')
  const below = (prefix: string) =>
    entries.flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value, name] as const] : [],
    )
  const config = below('config.').map(([key, value, name]) => [
    key,
    lists.has(name) ? value.split(/[\s,]+/).filter(Boolean) : value.trim(),
  ])
  const credential = below('credential.').map(([key, value]) => [key, value] as const)
  return {
    provider: provider.provider,
    config: Object.fromEntries(config) as Record<string, string>,
    credential: Object.fromEntries(credential) as Record<string, string>,
  }
}

/** Steps at the provider, the credential, a test with the first items, and from when to fetch. */
export function PullSetup({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const navigate = useNavigate()
  const test = useApiMutation('testIntegrationConnection', { silent: true })
  const [values, setValues] = useState<Record<string, string>>({})
  const create = useApiMutation('createIntegration', {
    successMessage: t('Connected. The history is being fetched.'),
    onSuccess: ({ id }) => void navigate(paths.integration(id)),
  })
  const tested = test.data?.connected ? test.data : undefined
  return (
    <Form
      className="grid gap-4 pb-2"
      onChange={() => test.data && test.reset()}
      onSubmit={(values) => {
        const next = values
        setValues(next)
        test.mutate(requestOf(provider, next))
      }}
    >
      <ProviderSteps provider={provider} />
      <SetupFields provider={provider} />
      {test.error && <PullErrorAlert message={test.error.message} />}
      {test.data?.error && <PullErrorAlert message={test.data.error.message} action={test.data.error.action} />}
      {tested && <PullPreviewList records={tested.records} total={tested.total} />}
      {tested ? (
        <BackfillForm
          provider={provider}
          busy={create.isPending}
          onConnect={(name, from) => create.mutate({ ...requestOf(provider, values), name, backfill_from: from })}
        />
      ) : (
        <TestButtons busy={test.isPending} onClose={onClose} />
      )}
    </Form>
  )
}

const TestButtons = ({ busy, onClose }: { busy: boolean; onClose: () => void }) => (
  <div className="flex justify-end gap-2">
    <Button onClick={onClose}>{t('Cancel')}</Button>
    <Button type="submit" variant="primary" busy={busy}>
      {t('Test connection')}
    </Button>
  </div>
)

type BackfillProps = { provider: Provider; busy: boolean; onConnect: (name: string, from: string) => void }

function BackfillForm({ provider, busy, onConnect }: BackfillProps) {
  const [name, setName] = useState(provider.name)
  const [from, setFrom] = useState(isoDay(Date.now() - defaultDays * dayMs))
  return (
    // Changes here do not invalidate the test.
    <div className="grid gap-4" onChange={(event) => event.stopPropagation()}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('Name')}
          value={name}
          required
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t('Fetch history since')}
          type="date"
          required
          value={from}
          max={isoDay(Date.now())}
          onChange={(event) => setFrom(event.target.value)}
        />
      </div>
      <div className="flex justify-end">
        <Button
          variant="primary"
          busy={busy}
          disabled={name.trim() === '' || from === ''}
          onClick={() => onConnect(name, from)}
        >
          {t('Connect and fetch')}
        </Button>
      </div>
    </div>
  )
}
