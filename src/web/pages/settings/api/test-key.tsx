import { Check, Minus, X } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'

type KeyCheck = OutputOf<'testApiKey'>['checks'][number]

const checkLabels = (): Record<KeyCheck['check'], string> => ({
  extract: t('A key was provided'),
  verify: t('The key is valid in this region, not expired and not revoked'),
  owner: t('Its organization and owner exist'),
  policy: t('The organization’s API policy was loaded'),
  enabled: t('The Public API is on'),
  member: t('The owner is still a member'),
  role: t('The owner’s role may use the API'),
  scope: t('The scope is allowed for the key and by the policy'),
})

export function TestKey() {
  const test = useApiMutation('testApiKey')
  return (
    <Card
      title={t('Test a key')}
      note={t('Runs the API’s eight authorization checks in order. The key is not stored or logged.')}
    >
      <TestForm busy={test.isPending} onSubmit={test.mutate} />
      {test.data && (
        <ol className="mt-4 grid gap-1.5" aria-label={t('Authorization checks')}>
          {test.data.checks.map((check, n) => (
            <CheckResult key={check.check} check={check} number={n + 1} />
          ))}
        </ol>
      )}
    </Card>
  )
}

type TestFormProps = { busy: boolean; onSubmit: (input: { key: string; scope: 'read' | 'write' }) => void }

function TestForm({ busy, onSubmit }: TestFormProps) {
  const [key, setKey] = useState('')
  const [scope, setScope] = useState<'read' | 'write'>('read')
  return (
    <Form
      className="flex flex-wrap items-end gap-2"
      onSubmit={() => {
        onSubmit({ key: key.trim(), scope })
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
        options={toOptions({ read: t('Read'), write: t('Write') })}
      />
      <Button type="submit" busy={busy}>
        {t('Test')}
      </Button>
    </Form>
  )
}

const CheckResult = ({ check, number }: { check: KeyCheck; number: number }) => (
  <li className={cx('flex items-start gap-2 text-sm', check.passed === null && 'text-faint')}>
    <ResultIcon passed={check.passed} />
    <span>
      {number}. {checkLabels()[check.check]}
      {check.code && (
        <span className="block text-xs text-neg-text">
          <code className="font-mono">{check.code}</code> {check.message}
        </span>
      )}
    </span>
  </li>
)

/** `null`: an earlier check has failed. */
function ResultIcon({ passed }: { passed: boolean | null }) {
  if (passed === null) return <Minus aria-label={t('not run')} className="mt-0.5 size-4 shrink-0" />
  if (passed) return <Check aria-label={t('passed')} className="mt-0.5 size-4 shrink-0 text-pos" />
  return <X aria-label={t('failed')} className="mt-0.5 size-4 shrink-0 text-neg" />
}
