import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { detailMessage } from '#web/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SourceField } from './source-field.tsx'
import { useSourceRows } from './use-source-rows.ts'

type Retention = OutputOf<'getRetention'>
type Period = Retention['sources'][number]

/** After how many days texts are deleted, with a count of what that would delete now. */
export function RetentionCard() {
  const { data } = useApiQuery('getRetention')
  return data ? <RetentionForm retention={data} /> : null
}

const emptyPeriod: Period = { source: '', days: null }
const daysOf = (value: FormDataEntryValue | null) => (value ? Number(value) : null)
const periodsOf = (form: FormData, keys: readonly string[]) => ({
  days: daysOf(form.get('days')),
  sources: keys.map((key) => ({
    source: String(form.get(`${key}-source`)).trim(),
    days: daysOf(form.get(`${key}-days`)),
  })),
})

function RetentionForm({ retention }: { retention: Retention }) {
  const form = useRef<HTMLFormElement>(null)
  const save = useApiMutation('updateRetention', { successMessage: t('Saved'), silent: true })
  const preview = useApiMutation('previewRetention', { silent: true })
  const { rows, add, remove } = useSourceRows(retention.sources, emptyPeriod)
  const error = save.error ?? preview.error
  const entered = () =>
    periodsOf(
      new FormData(form.current!),
      rows.map(({ key }) => key),
    )
  return (
    <Card
      title={t('Retention')}
      note={t('Older feedback, tickets, responses and interviews are deleted every night, with the insights in them.')}
    >
      <Form ref={form} className="grid gap-4" onSubmit={() => save.mutate(entered())}>
        <DaysField name="days" days={retention.days} error={error ? detailMessage(error) : undefined} />
        {rows.map(({ key, value }) => (
          <SourceRow key={key} name={key} period={value} onRemove={() => remove(key)} />
        ))}
        <FormButtons
          saving={save.isPending}
          counting={preview.isPending}
          onCount={() => form.current!.reportValidity() && preview.mutate(entered())}
          onAdd={add}
        />
        {preview.data && <PreviewText counts={preview.data} />}
        {retention.last_run && <LastRun run={retention.last_run} />}
      </Form>
    </Card>
  )
}

type ButtonsProps = { saving: boolean; counting: boolean; onCount: () => void; onAdd: () => void }

const FormButtons = ({ saving, counting, onCount, onAdd }: ButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" variant="primary" busy={saving}>
      {t('Save')}
    </Button>
    <Button busy={counting} onClick={onCount}>
      {t('Count what would be deleted')}
    </Button>
    <Button icon={Plus} onClick={onAdd}>
      {t('Add a source')}
    </Button>
  </div>
)

const LastRun = ({ run: { deleted_count: deleted, at } }: { run: NonNullable<Retention['last_run']> }) => (
  <p className="text-xs text-faint">
    {t('{count} items deleted in the last run', { count: deleted })} <TimeAgo at={at} />
  </p>
)

type PreviewTextProps = { counts: OutputOf<'previewRetention'> }

const PreviewText = ({ counts: { deleted_count: deleted, kept_count: kept } }: PreviewTextProps) => (
  <output className="rounded-md bg-sunken px-3 py-2 text-sm">
    {t('{count} items would be deleted now.', { count: deleted })}{' '}
    {kept > 0 && t('{count} older items are kept as evidence of Projects and initiatives.', { count: kept })}
  </output>
)

const DaysField = ({ name, days, error }: { name: string; days: number | null; error?: string | undefined }) => (
  <div className="w-56">
    <TextField
      label={t('Delete after (days)')}
      name={name}
      type="number"
      min={1}
      max={36500}
      placeholder={t('Never')}
      defaultValue={days ?? ''}
      error={error}
    />
  </div>
)

const SourceRow = ({ name, period, onRemove }: { name: string; period: Period; onRemove: () => void }) => (
  <div className="flex flex-wrap items-end gap-2">
    <SourceField name={name} source={period.source} />
    <DaysField name={`${name}-days`} days={period.days} />
    <IconButton label={t('Remove')} icon={Trash2} onClick={onRemove} />
  </div>
)
