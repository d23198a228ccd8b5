import { Check, Minus, X } from 'lucide-react'
import { useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { useCall } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'

type Check = Out<'testApiKey'>['checks'][number]

const nameOf = (check: Check['check']) =>
  ({
    extract: t('A key was sent'),
    verify: t('The key is genuine, of this region, not expired and not revoked'),
    owner: t('Its organization and owner exist'),
    policy: t('The policy of the organization was read'),
    enabled: t('The Public API is on'),
    member: t('The owner is still a member'),
    role: t('The owner’s role may use the API'),
    scope: t('The scope is allowed for the key and by the policy'),
  })[check]

export function KeyTest() {
  const [key, setKey] = useState('')
  const [scope, setScope] = useState<'read' | 'write'>('read')
  const test = useCall('testApiKey')
  return (
    <Card
      title={t('Test a key')}
      note={t('Runs the eight checks of the API in order. The key is neither stored nor logged.')}
    >
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          test.mutate({ key: key.trim(), scope })
          setKey('')
        }}
      >
        <div className="min-w-48 flex-1">
          <TextField
            label={t('Key')}
            type="password"
            autoComplete="off"
            required
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </div>
        <SelectField
          label={t('Scope')}
          value={scope}
          onChange={(event) => setScope(event.target.value as 'read')}
          options={[
            { value: 'read', label: t('Read') },
            { value: 'write', label: t('Write') },
          ]}
        />
        <Button type="submit" busy={test.isPending}>
          {t('Test')}
        </Button>
      </form>
      {test.data && (
        <ol className="mt-4 grid gap-1.5" aria-label={t('The eight checks')}>
          {test.data.checks.map(({ check, passed, code, message }, n) => (
            <li key={check} className={cx('flex items-start gap-2 text-sm', passed === null && 'text-faint')}>
              {passed ? (
                <Check aria-label={t('passed')} className="mt-0.5 size-4 shrink-0 text-pos" />
              ) : passed === false ? (
                <X aria-label={t('failed')} className="mt-0.5 size-4 shrink-0 text-neg" />
              ) : (
                <Minus aria-label={t('not reached')} className="mt-0.5 size-4 shrink-0" />
              )}
              <span>
                {n + 1}. {nameOf(check)}
                {code && (
                  <span className="block text-xs text-neg-text">
                    <code className="font-mono">{code}</code> {message}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
