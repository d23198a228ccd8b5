import type { EarshotError, OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { detailMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'

const splitWords = (text: string | undefined) => [...new Set((text ?? '').split(/[\s,]+/).filter(Boolean))]

/** Feedback that is stored but not analyzed: from colleagues, from tests, or too short. */
export function IngestFiltersCard({ isAdmin }: { isAdmin: boolean }) {
  const { data } = useApiQuery('getIngestFilters')
  const save = useApiMutation('updateIngestFilters', { successMessage: t('Saved'), silent: true })
  if (!data) return null
  const submit = (form: FormData) =>
    save.mutate({
      internal_domains: splitWords(form.get('domains')?.toString()),
      ignored_sources: splitWords(form.get('sources')?.toString()),
      min_length: Number(form.get('length')),
    })
  return (
    <Card title={t('Excluded from the analysis')} note={t('Such feedback is stored and marked as skipped.')}>
      <Form className="grid gap-4 sm:grid-cols-2" onSubmit={(_, form) => submit(new FormData(form))}>
        <FilterFields filters={data} disabled={!isAdmin} error={save.error} />
        {isAdmin && (
          <div className="self-end">
            <Button type="submit" busy={save.isPending}>
              {t('Save')}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  )
}

type FieldsProps = { filters: OutputOf<'getIngestFilters'>; disabled: boolean; error: EarshotError | null }

const FilterFields = ({ filters, disabled, error }: FieldsProps) => (
  <>
    <TextField
      label={t('Internal email domains')}
      name="domains"
      defaultValue={filters.internal_domains.join(', ')}
      placeholder="acme.example"
      disabled={disabled}
    />
    <TextField
      label={t('Sources')}
      name="sources"
      defaultValue={filters.ignored_sources.join(', ')}
      placeholder="test"
      disabled={disabled}
    />
    <TextField
      label={t('Shorter than (characters)')}
      name="length"
      type="number"
      min={0}
      max={1000}
      defaultValue={filters.min_length}
      disabled={disabled}
      error={error ? detailMessage(error) : undefined}
    />
  </>
)
