import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import { NoOrganization } from '#web/shell/no-organization.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/card.tsx'
import { Checkbox, SelectField } from '#web/ui/forms/field.tsx'
import { Loading } from '#web/ui/states.tsx'
import { authErrorMessage } from '#web/api/error-messages.ts'
import { AuthLayout, FormError } from './auth-layout.tsx'

type AppRequest = OutputOf<'getAppRequest'>
type Scope = AppRequest['scopes'][number]

/** Where an app sends people to be allowed to act for them (OAuth). */
export function ConnectAppPage() {
  const [filters] = useFilters()
  const { organization } = useSession()
  // Opened by hand, the address names no app.
  const problem = filters.problem ?? (filters.client_id ? undefined : 'client')
  if (problem) return <Refused text={problemText(problem)} />
  return organization ? <Consent /> : <NoOrganization />
}

const problemText = (problem: string) =>
  problem === 'address'
    ? t('The app wants to send the access to an address that it has not registered. Nothing was sent.')
    : t('This app is not known here. Remove the server in the app, add it again, and start over.')

const Refused = ({ text }: { text: string }) => (
  <AuthLayout title={t('This app cannot be connected')}>
    <FormError>{text}</FormError>
  </AuthLayout>
)

function useRequest() {
  const [{ client_id = '', redirect_uri = '', state, resource, scope, code_challenge = '' }] = useFilters()
  const request = { client: client_id, redirect_uri, ...(state && { state }), ...(resource && { resource }) }
  const asked = useApiQuery('getAppRequest', { ...request, ...(scope && { scope }) })
  return { asked, answer: { ...request, code_challenge } }
}
type Answer = ReturnType<typeof useRequest>['answer']

function Consent() {
  const { asked, answer } = useRequest()
  const [left, setLeft] = useState(false)
  const leave = (url: string) => {
    setLeft(true)
    location.assign(url)
  }
  if (asked.error) return <Refused text={authErrorMessage(asked.error)} />
  if (!asked.data) return <Loading />
  const { name } = asked.data
  if (left) return <AuthLayout title={t('You can return to {name}', { name })}>{null}</AuthLayout>
  return (
    <AuthLayout
      title={t('Connect {name}?', { name })}
      note={t('It will act for you in Earshot. Allow it only if you started this in the app yourself.')}
    >
      <Decision request={asked.data} answer={answer} leave={leave} />
    </AuthLayout>
  )
}

type DecisionProps = { request: AppRequest; answer: Answer; leave: (url: string) => void }

function Decision({ request, answer, leave }: DecisionProps) {
  const { organization } = useSession()
  const [scopes, setScopes] = useState<Scope[]>(['read'])
  const allow = useApiMutation('connectApp', { silent: true, onSuccess: ({ redirect_url }) => leave(redirect_url) })
  const possible = askedAndAllowed(request)
  const chosen = possible.filter((scope) => scope !== 'write' || scopes.includes('write') || possible.length === 1)
  return (
    <div className="grid gap-4">
      {allow.error && <FormError>{authErrorMessage(allow.error)}</FormError>}
      <Facts request={request} />
      <Organizations />
      <Rights possible={possible} chosen={chosen} onChange={setScopes} />
      <div className="flex gap-2">
        <Button
          variant="primary"
          busy={allow.isPending}
          disabled={chosen.length === 0}
          onClick={() => allow.mutate({ ...answer, organization: organization!.id, scopes: chosen })}
        >
          {t('Allow')}
        </Button>
        <Button onClick={() => leave(request.deny_url)}>{t('Deny')}</Button>
      </div>
    </div>
  )
}

const askedAndAllowed = ({ scopes, allowed_scopes }: AppRequest): Scope[] =>
  scopes.filter((scope) => allowed_scopes.includes(scope))

function Facts({ request: { name, redirect_host, described_by } }: { request: AppRequest }) {
  const { user } = useSession()
  return (
    <DescriptionList
      rows={[
        [t('Calls itself'), name],
        described_by !== null && [t('Described by'), described_by],
        [t('Access is sent to'), <strong key="host">{redirect_host}</strong>],
        [t('Signed in as'), user && `${user.name} (${user.email})`],
      ]}
    />
  )
}

/** The app reaches the organization that the person works in. */
function Organizations() {
  const { organization, organizations } = useSession()
  const switchTo = useApiMutation('switchOrganization')
  if (organizations.length < 2)
    return <DescriptionList rows={[[t('Organization'), <strong key="name">{organization!.name}</strong>]]} />
  return (
    <SelectField
      label={t('Organization')}
      value={organization!.id}
      disabled={switchTo.isPending}
      options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ target }) => switchTo.mutate({ org_id: target.value })}
    />
  )
}

type RightsProps = { possible: Scope[]; chosen: Scope[]; onChange: (scopes: Scope[]) => void }

function Rights({ possible, chosen, onChange }: RightsProps) {
  if (possible.length === 0) return <NotAllowed />
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-xs font-medium text-soft">{t('It may')}</legend>
      {possible.includes('read') && (
        <Checkbox label={t('Read what you can read')} checked disabled onChange={() => {}} />
      )}
      {possible.includes('write') && (
        <Checkbox
          label={t('Create, change and delete what you can')}
          checked={chosen.includes('write')}
          disabled={possible.length === 1}
          onChange={(on) => onChange(on ? ['read', 'write'] : ['read'])}
        />
      )}
    </fieldset>
  )
}

const NotAllowed = () => (
  <p role="alert" className="rounded-md bg-sunken px-3 py-2 text-sm text-soft">
    {t('Your organization does not let you use the API, which apps need. An admin can change that:')}{' '}
    <Link to={paths.settings('api')} className="text-accent-text underline">
      {t('API keys & policy')}
    </Link>
  </p>
)
