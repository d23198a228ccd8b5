import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { sentenceCase } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { MappingTable } from './mapping-table.tsx'
import {
  type ColumnMapping,
  duplicateTargets,
  initialMapping,
  missingTargets,
  requiredTargets,
} from './upload-targets.ts'
import type { UploadDetail } from './types.ts'

type Unmapped = 'metadata' | 'ignore'
type DateFormat = 'auto' | 'ymd' | 'dmy' | 'mdy'

function useMappingDraft(upload: UploadDetail, onSaved: () => void) {
  const [mapping, setMapping] = useState<ColumnMapping>(() => initialMapping(upload))
  const [unmapped, setUnmapped] = useState<Unmapped>(upload.mapping?.unmapped ?? 'metadata')
  const [dateFormat, setDateFormat] = useState<DateFormat>('auto')
  const mutation = useApiMutation('updateCsvMapping', { onSuccess: onSaved })
  const questions = upload.suggested_mapping.questions.filter(({ header }) => !mapping[header])
  const save = () =>
    mutation.mutate({
      uploadId: upload.id,
      unmapped,
      options: { on_error: 'skip', analyze: true, date_format: dateFormat },
      columns: Object.entries(mapping).flatMap(([header, target]) => (target ? [{ header, target }] : [])),
      ...(upload.type === 'survey' && { questions }),
    })
  return {
    mapping,
    setTarget: (header: string, target: string) => setMapping({ ...mapping, [header]: target }),
    unmapped,
    setUnmapped,
    dateFormat,
    setDateFormat,
    missing: missingTargets(upload.type, mapping),
    duplicates: duplicateTargets(upload.type, mapping),
    save,
    isSaving: mutation.isPending,
  }
}

export function MapStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  const draft = useMappingDraft(upload, onNext)
  const { missing, duplicates } = draft
  return (
    <Card title={t('Map columns')} note={t('Suggestions are marked. Change those that are wrong.')} flush>
      <MappingTable upload={upload} mapping={draft.mapping} unmapped={draft.unmapped} onChange={draft.setTarget} />
      <div className="grid gap-3 border-t border-line p-4">
        <RequiredFields required={requiredTargets(upload.type)} missing={missing} />
        {duplicates.length > 0 && (
          <p role="alert" className="text-sm text-neg-text">
            {t('Two columns map to {name}. Choose one.', { name: sentenceCase(duplicates[0]!) })}
          </p>
        )}
        <MappingOptions upload={upload} draft={draft} />
        <div>
          <Button
            variant="primary"
            busy={draft.isSaving}
            disabled={missing.length > 0 || duplicates.length > 0}
            onClick={draft.save}
          >
            {t('Continue')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

const RequiredFields = ({ required, missing }: { required: readonly string[]; missing: readonly string[] }) => (
  <div className="flex flex-wrap gap-1.5">
    {required.map((target) => (
      <Chip key={target} tone={missing.includes(target) ? 'bad' : 'good'}>
        {missing.includes(target) ? '✗' : '✓'} {sentenceCase(target)}
      </Chip>
    ))}
  </div>
)

type MappingOptionsProps = { upload: UploadDetail; draft: ReturnType<typeof useMappingDraft> }

function MappingOptions({ upload, draft }: MappingOptionsProps) {
  const hasAmbiguousDates = upload.warnings.some(({ code }) => code === 'AMBIGUOUS_DATES')
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label={t('Unmapped columns')}
        value={draft.unmapped}
        onChange={(event) => draft.setUnmapped(event.target.value as Unmapped)}
        options={[
          { value: 'metadata', label: t('Keep as metadata') },
          { value: 'ignore', label: t('Ignore') },
        ]}
      />
      <SelectField
        label={t('Date format')}
        value={draft.dateFormat}
        onChange={(event) => draft.setDateFormat(event.target.value as DateFormat)}
        hint={hasAmbiguousDates ? t('Some dates are ambiguous. Choose the format.') : undefined}
        options={[
          { value: 'auto', label: t('Detect automatically') },
          { value: 'ymd', label: '2026-03-01' },
          { value: 'dmy', label: '01.03.2026' },
          { value: 'mdy', label: '03/01/2026' },
        ]}
      />
    </div>
  )
}
