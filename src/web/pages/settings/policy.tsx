import { useState } from 'react'
import type { ItemOf, Out } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Check, Toggle } from '#web/ui/field.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'

type Policy = Pick<Out<'getPolicy'>, 'enabled' | 'roles' | 'scopes'>
type Key = ItemOf<'listApiKeys'>

export function PolicyCard() {
  const { data, error, refetch } = useRoute('getPolicy')
  if (error) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  return <Form key={JSON.stringify(data)} saved={data} />
}

const flip = <T extends string>(list: readonly T[], one: T, on: boolean, order: readonly T[]) =>
  order.filter((each) => (each === one ? on : list.includes(each)))

function Form({ saved }: { saved: Policy }) {
  const { isAdmin } = useSession()
  const [wanted, setWanted] = useState(saved)
  const save = useCall('updatePolicy', { said: t('The policy holds from now on') })
  const changed =
    JSON.stringify([wanted.enabled, wanted.roles, wanted.scopes]) !==
    JSON.stringify([saved.enabled, saved.roles, saved.scopes])
  const roles = ['admins', 'members'] as const
  const scopes = ['read', 'write'] as const
  return (
    <Card
      title={t('Public API')}
      note={
        isAdmin
          ? t('Who may use the API with a key. It is off until you switch it on.')
          : t('Only admins change the policy.')
      }
    >
      <div className="grid gap-4">
        <Toggle
          label={wanted.enabled ? t('The Public API is on') : t('The Public API is off')}
          checked={wanted.enabled}
          disabled={!isAdmin}
          onChange={(enabled) => setWanted({ ...wanted, enabled })}
        />
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="mb-1.5 text-xs font-medium text-soft">{t('Roles whose keys work')}</legend>
          {roles.map((role) => (
            <Check
              key={role}
              label={role === 'admins' ? t('Admins') : t('Members')}
              checked={wanted.roles.includes(role)}
              disabled={!isAdmin}
              onChange={(on) => setWanted({ ...wanted, roles: flip(wanted.roles, role, on, roles) })}
            />
          ))}
        </fieldset>
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="mb-1.5 text-xs font-medium text-soft">{t('Scopes that keys may use')}</legend>
          {scopes.map((scope) => (
            <Check
              key={scope}
              label={scope === 'read' ? t('Read') : t('Write')}
              checked={wanted.scopes.includes(scope)}
              disabled={!isAdmin}
              onChange={(on) => setWanted({ ...wanted, scopes: flip(wanted.scopes, scope, on, scopes) })}
            />
          ))}
        </fieldset>
        {isAdmin && <Effect before={saved} after={wanted} changed={changed} />}
        {isAdmin && changed && (
          <div className="flex gap-2">
            <Button look="primary" busy={save.isPending} onClick={() => save.mutate(wanted)}>
              {t('Save policy')}
            </Button>
            <Button look="quiet" onClick={() => setWanted(saved)}>
              {t('Discard')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** What the change does to the keys there are, said before it is saved. */
function Effect({ before, after, changed }: { before: Policy; after: Policy; changed: boolean }) {
  const keys = useList('listApiKeys', {})
  const members = useList('listMembers', {})
  const roleOf = new Map(members.items.map((member) => [member.user_id, member.role]))
  const reach = (policy: Policy, key: Key) => {
    const role = roleOf.get(key.user_id)
    const allowed =
      policy.enabled &&
      key.status === 'active' &&
      role !== undefined &&
      policy.roles.includes(role === 'admin' ? 'admins' : 'members')
    return allowed ? key.scopes.filter((scope) => policy.scopes.includes(scope)).length : 0
  }
  const now = keys.items.filter((key) => reach(before, key) > 0).length
  const gained = keys.items.filter((key) => reach(after, key) > reach(before, key))
  const lost = keys.items.filter((key) => reach(after, key) < reach(before, key))
  const names = (list: Key[]) =>
    list
      .slice(0, 3)
      .map((key) => key.name)
      .join(', ') + (list.length > 3 ? '…' : '')
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2 text-sm text-soft">
      {!changed && t('{count, one {# key works} other {# keys work}} at the moment.', { count: now })}
      {changed && gained.length === 0 && lost.length === 0 && t('No existing key is affected.')}
      {lost.length > 0 && (
        <span className="text-neg-text">
          {t('{count, one {# key loses} other {# keys lose}} access: {names}.', {
            count: lost.length,
            names: names(lost),
          })}{' '}
        </span>
      )}
      {gained.length > 0 && (
        <span className="text-pos-text">
          {t('{count, one {# key gains} other {# keys gain}} access: {names}.', {
            count: gained.length,
            names: names(gained),
          })}
        </span>
      )}
    </p>
  )
}
