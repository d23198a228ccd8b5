import { useState } from 'react'
import type { ItemOf, OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, Toggle } from '#web/ui/forms/field.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import type { MemberRole } from '#vocabulary/roles.ts'

type Policy = Pick<OutputOf<'getPolicy'>, 'enabled' | 'roles' | 'scopes'>
type ApiKey = ItemOf<'listApiKeys'>

export function PolicyCard() {
  const { data, error, refetch } = useApiQuery('getPolicy')
  if (error) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  return <PolicyForm key={JSON.stringify(data)} saved={data} />
}

const isSame = (a: Policy, b: Policy) =>
  JSON.stringify([a.enabled, a.roles, a.scopes]) === JSON.stringify([b.enabled, b.roles, b.scopes])

function enabledLabel(enabled: boolean, wasEnabled: boolean): string {
  if (enabled === wasEnabled) return enabled ? t('The Public API is on') : t('The Public API is off')
  return enabled ? t('Turns on when you save') : t('Turns off when you save')
}

function PolicyForm({ saved }: { saved: Policy }) {
  const { isAdmin } = useSession()
  const [draft, setDraft] = useState(saved)
  const changed = !isSame(draft, saved)
  const note = isAdmin
    ? t('Who can use the API with a key. Disabled by default.')
    : t('Only admins can change the policy.')
  return (
    <Card title={t('Public API')} note={note}>
      <div className="grid gap-4">
        <Toggle
          label={enabledLabel(draft.enabled, saved.enabled)}
          checked={draft.enabled}
          disabled={!isAdmin}
          onChange={(enabled) => setDraft({ ...draft, enabled })}
        />
        <Choices
          legend={t('Roles allowed to use API keys')}
          labels={{ admins: t('Admins'), members: t('Members') }}
          selected={draft.roles}
          disabled={!isAdmin}
          onChange={(roles) => setDraft({ ...draft, roles })}
        />
        <Choices
          legend={t('Allowed scopes')}
          labels={{ read: t('Read'), write: t('Write') }}
          selected={draft.scopes}
          disabled={!isAdmin}
          onChange={(scopes) => setDraft({ ...draft, scopes })}
        />
        {isAdmin && <PolicyEffect before={saved} after={draft} changed={changed} />}
        {isAdmin && changed && <p className="text-sm font-medium text-warn-text">{t('Unsaved changes')}</p>}
        {isAdmin && changed && <SaveButtons policy={draft} onDiscard={() => setDraft(saved)} />}
      </div>
    </Card>
  )
}

type ChoicesProps<T extends string> = {
  legend: string
  labels: Record<T, string>
  selected: readonly T[]
  disabled: boolean
  onChange: (selected: T[]) => void
}

function Choices<T extends string>({ legend, labels, selected, disabled, onChange }: ChoicesProps<T>) {
  const values = Object.keys(labels) as T[]
  const toggle = (value: T, on: boolean) =>
    onChange(values.filter((one) => (one === value ? on : selected.includes(one))))
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-1.5 text-xs font-medium text-soft">{legend}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          label={labels[value]}
          checked={selected.includes(value)}
          disabled={disabled}
          onChange={(on) => toggle(value, on)}
        />
      ))}
    </fieldset>
  )
}

function SaveButtons({ policy, onDiscard }: { policy: Policy; onDiscard: () => void }) {
  const save = useApiMutation('updatePolicy', { successMessage: t('Policy saved') })
  return (
    <div className="flex gap-2">
      <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(policy)}>
        {t('Save policy')}
      </Button>
      <Button variant="quiet" onClick={onDiscard}>
        {t('Discard')}
      </Button>
    </div>
  )
}

/** How many scopes a key can use under a policy. */
function usableScopes(policy: Policy, key: ApiKey, role: MemberRole | undefined): number {
  const allowed = policy.enabled && key.status === 'active' && policy.roles.some((one) => one === `${role}s`)
  return allowed ? key.scopes.filter((scope) => policy.scopes.includes(scope)).length : 0
}

const firstNames = (keys: ApiKey[]) =>
  keys
    .slice(0, 3)
    .map((key) => key.name)
    .join(', ') + (keys.length > 3 ? '…' : '')

/** How the change affects existing keys, shown before it is saved. */
function PolicyEffect({ before, after, changed }: { before: Policy; after: Policy; changed: boolean }) {
  const keys = useApiList('listApiKeys', {})
  const members = useApiList('listMembers', {})
  const roles = new Map(members.items.map((member) => [member.user_id, member.role]))
  const scopesUnder = (policy: Policy, key: ApiKey) => usableScopes(policy, key, roles.get(key.user_id))
  const working = keys.items.filter((key) => scopesUnder(before, key) > 0).length
  const gained = keys.items.filter((key) => scopesUnder(after, key) > scopesUnder(before, key))
  const lost = keys.items.filter((key) => scopesUnder(after, key) < scopesUnder(before, key))
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2 text-sm text-soft">
      {!changed && t('{count, one {# active key} other {# active keys}}.', { count: working })}
      {changed && gained.length === 0 && lost.length === 0 && t('No existing key is affected.')}
      {lost.length > 0 && (
        <span className="text-neg-text">
          {t('{count, one {# key loses} other {# keys lose}} access: {names}.', {
            count: lost.length,
            names: firstNames(lost),
          })}{' '}
        </span>
      )}
      {gained.length > 0 && (
        <span className="text-pos-text">
          {t('{count, one {# key gains} other {# keys gain}} access: {names}.', {
            count: gained.length,
            names: firstNames(gained),
          })}
        </span>
      )}
    </p>
  )
}
