import { useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/field.tsx'

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** What a payload would become, without storing anything. */
export function TryPayload({ integration }: { integration: Out<'getIntegration'> }) {
  const { data: providers } = useRoute('listIntegrationProviders')
  const sample = providers?.data.find((one) => one.provider === integration.provider)?.sample_payload
  const [text, setText] = useState<string>()
  const attempt = useCall('testIntegration')
  const shown = text ?? (sample ? JSON.stringify(sample, null, 2) : '')
  const payload = parsed(shown)
  return (
    <Card title={t('Try a payload')} note={t('Shows what it would become. Nothing is stored.')}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (payload) attempt.mutate({ integrationId: integration.id, payload })
        }}
      >
        <TextArea
          label={t('Payload')}
          rows={8}
          className="font-mono text-xs"
          value={shown}
          onChange={(event) => setText(event.target.value)}
          problem={shown && !payload ? t('This is not a JSON object.') : undefined}
          spellCheck={false}
        />
        <div>
          <Button type="submit" disabled={!payload} busy={attempt.isPending}>
            {t('Try it')}
          </Button>
        </div>
        {attempt.data &&
          (attempt.data.records.length === 0 ? (
            <p role="status" className="text-sm text-warn-text">
              {attempt.data.detail ?? attempt.data.reason}
            </p>
          ) : (
            <pre
              tabIndex={0}
              aria-label={t('What it would become')}
              className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs leading-5"
            >
              {JSON.stringify(attempt.data.records, null, 2)}
            </pre>
          ))}
      </form>
    </Card>
  )
}
