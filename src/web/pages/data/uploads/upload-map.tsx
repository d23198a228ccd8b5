import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { StepFooter } from './step-footer.tsx'
import { MappingTable } from './mapping-table.tsx'
import { isValidScale, type Scale } from './rating-scale.tsx'
import {
  ambiguousDates,
  type ColumnMapping,
  duplicateTargets,
  initialMapping,
  isRating,
  missingTargets,
  requiredTargets,
  targetLabel,
} from './upload-targets.ts'
import type { UploadDetail } from './types.ts'

type Unmapped = 'metadata' | 'ignore'
type DateFormat = 'auto' | 'ymd' | 'dmy' | 'mdy'

const initialScales = ({ mapping }: UploadDetail): Record<string, Scale> =>
  Object.fromEntries(
    (mapping?.columns ?? []).flatMap(({ header, rating_scale }) => (rating_scale ? [[header, rating_scale]] : [])),
  )

const withoutHeader = (scales: Record<string, Scale>, header: string) =>
  Object.fromEntries(Object.entries(scales).filter(([name]) => name !== header))

/** The rating scales of the upload, by column; absent where they are detected. */
function useScales(upload: UploadDetail, mapping: ColumnMapping) {
  const [scales, setScales] = useState(() => initialScales(upload))
  return {
    scales,
    setScale: (header: string, scale: Scale | undefined) =>
      setScales({ ...withoutHeader(scales, header), ...(scale && { [header]: scale }) }),
    scaleOf: (header: string) => (isRating(upload.type, mapping[header]) ? scales[header] : undefined),
  }
}

function useMappingDraft(upload: UploadDetail, onSaved: () => void) {
  const [mapping, setMapping] = useState<ColumnMapping>(() => initialMapping(upload))
  const [unmapped, setUnmapped] = useState<Unmapped>(upload.mapping?.unmapped ?? 'metadata')
  const [dateFormat, setDateFormat] = useState<DateFormat>('auto')
  const { scales, setScale, scaleOf } = useScales(upload, mapping)
  const mutation = useApiMutation('updateCsvMapping', { onSuccess: onSaved })
  const questions = upload.suggested_mapping.questions.filter(({ header }) => !mapping[header])
  const save = () =>
    mutation.mutate({
      uploadId: upload.id,
      unmapped,
      options: { on_error: 'skip', analyze: true, date_format: dateFormat },
      columns: Object.entries(mapping).flatMap(([header, target]) => {
        const rating_scale = scaleOf(header)
        return target ? [{ header, target, ...(rating_scale && { rating_scale }) }] : []
      }),
      ...(upload.type === 'survey' && { questions }),
    })
  return {
    mapping,
    setTarget: (header: string, target: string) => setMapping({ ...mapping, [header]: target }),
    scales,
    setScale,
    unmapped,
    setUnmapped,
    dateFormat,
    setDateFormat,
    missing: missingTargets(upload.type, mapping),
    duplicates: duplicateTargets(upload.type, mapping),
    undecided: dateFormat === 'auto' ? ambiguousDates(upload, mapping) : [],
    hasInvalidScale: upload.headers.some((header) => !isValidScale(scaleOf(header))),
    save,
    isSaving: mutation.isPending,
  }
}

export function MapStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  const draft = useMappingDraft(upload, onNext)
  return (
    <Card
      title={t('Map columns')}
      note={t('Choose what each column contains. Columns without a field are kept as metadata of the feedback.')}
      flush
    >
      <MappingTable
        upload={upload}
        mapping={draft.mapping}
        scales={draft.scales}
        unmapped={draft.unmapped}
        onChange={draft.setTarget}
        onScale={draft.setScale}
      />
      <div className="border-t border-line p-4">
        <MappingOptions draft={draft} />
      </div>
      <MappingFooter upload={upload} draft={draft} />
    </Card>
  )
}

/** Stays in view, however many columns the file has. */
function MappingFooter({ upload, draft }: MappingOptionsProps & { upload: UploadDetail }) {
  const { missing, duplicates, undecided, hasInvalidScale } = draft
  return (
    <StepFooter>
      <Button
        variant="primary"
        busy={draft.isSaving}
        disabled={missing.length > 0 || duplicates.length > 0 || undecided.length > 0 || hasInvalidScale}
        onClick={draft.save}
      >
        {t('Continue')}
      </Button>
      <RequiredFields required={requiredTargets(upload.type)} missing={missing} />
      {duplicates.length > 0 && (
        <p role="alert" className="text-sm text-neg-text">
          {t('Two columns map to {name}. Choose one.', { name: targetLabel(duplicates[0]!) })}
        </p>
      )}
    </StepFooter>
  )
}

const RequiredFields = ({ required, missing }: { required: readonly string[]; missing: readonly string[] }) => (
  <div className="flex flex-wrap gap-1.5">
    {required.map((target) => (
      <Chip key={target} tone={missing.includes(target) ? 'bad' : 'good'}>
        {missing.includes(target)
          ? t('{name}: choose a column', { name: targetLabel(target) })
          : t('{name}: mapped', { name: targetLabel(target) })}
      </Chip>
    ))}
  </div>
)

type MappingOptionsProps = { draft: ReturnType<typeof useMappingDraft> }

function MappingOptions({ draft }: MappingOptionsProps) {
  const [column] = draft.undecided
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label={t('Unmapped columns')}
        value={draft.unmapped}
        onChange={(event) => draft.setUnmapped(event.target.value as Unmapped)}
        options={toOptions({ metadata: t('Keep as metadata'), ignore: t('Ignore') })}
      />
      <SelectField
        label={t('Date format')}
        value={draft.dateFormat}
        onChange={(event) => draft.setDateFormat(event.target.value as DateFormat)}
        error={
          column === undefined
            ? undefined
            : t('The dates in {name} are ambiguous. Choose the format.', { name: column })
        }
        options={toOptions({
          auto: t('Detect automatically'),
          ymd: '2026-03-01',
          dmy: '01.03.2026',
          mdy: '03/01/2026',
        })}
      />
    </div>
  )
}
