import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Shows the records that a payload would create, without storing them. */
export function TryPayload({ integration }: { integration: OutputOf<'getIntegration'> }) {
  const { data: providers } = useApiQuery('listIntegrationProviders')
  const sample = providers?.data.find((one) => one.provider === integration.provider)?.sample_payload
  const [edited, setEdited] = useState<string>()
  const test = useApiMutation('testIntegration')
  const text = edited ?? (sample ? JSON.stringify(sample, null, 2) : '')
  const payload = parseObject(text)
  return (
    <Card title={t('Test a payload')} note={t('Shows the records it would create. Nothing is stored.')}>
      <Form
        className="grid gap-3"
        onSubmit={() => {
          if (payload) test.mutate({ integrationId: integration.id, payload })
        }}
      >
        <TextArea
          label={t('Payload')}
          rows={8}
          className="font-mono text-xs"
          value={text}
          onChange={(event) => setEdited(event.target.value)}
          error={text && !payload ? t('This is not a JSON object.') : undefined}
          spellCheck={false}
        />
        <div>
          <Button type="submit" disabled={!payload} busy={test.isPending}>
            {t('Run test')}
          </Button>
        </div>
        {test.data && <TestResult result={test.data} />}
      </Form>
    </Card>
  )
}

function TestResult({ result }: { result: OutputOf<'testIntegration'> }) {
  if (result.records.length === 0)
    return (
      <p role="status" className="text-sm text-warn-text">
        {result.detail ?? result.reason}
      </p>
    )
  return (
    <pre
      tabIndex={0}
      aria-label={t('Resulting records')}
      className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs leading-5"
    >
      {JSON.stringify(result.records, null, 2)}
    </pre>
  )
}
