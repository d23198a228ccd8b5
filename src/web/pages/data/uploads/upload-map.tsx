import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { Loading } from '#web/ui/states.tsx'
import { MayEdit } from '#web/api/may.tsx'
import { StepFooter } from './step-footer.tsx'
import { ImportOptionFields, type UnmappedColumns, useImportOptions } from './mapping-options.tsx'
import { MappingTable } from './mapping-table.tsx'
import { isValidScale, type RatingRange } from './rating-scale.tsx'
import {
  ambiguousDates,
  type ColumnTargets,
  duplicateTargets,
  initialMapping,
  isRating,
  missingTargets,
  requiredTargets,
  targetLabel,
} from './upload-targets.ts'
import { type UploadType, uploadTypeLabels } from './upload-status.tsx'
import type { UploadDetail } from './types.ts'

const initialScales = ({ mapping }: UploadDetail): Record<string, RatingRange> =>
  Object.fromEntries(
    (mapping?.columns ?? []).flatMap(({ header, rating_scale }) => (rating_scale ? [[header, rating_scale]] : [])),
  )

const withoutHeader = (scales: Record<string, RatingRange>, header: string) =>
  Object.fromEntries(Object.entries(scales).filter(([name]) => name !== header))

/** The rating scales of the upload, by column; absent where they are detected. */
function useScales(upload: UploadDetail, mapping: ColumnTargets) {
  const [scales, setScales] = useState(() => initialScales(upload))
  return {
    scales,
    setScale: (header: string, scale: RatingRange | undefined) =>
      setScales({ ...withoutHeader(scales, header), ...(scale && { [header]: scale }) }),
    scaleOf: (header: string) => (isRating(upload.type, mapping[header]) ? scales[header] : undefined),
  }
}

function useMappingDraft(upload: UploadDetail, onSaved: () => void) {
  const [mapping, setMapping] = useState<ColumnTargets>(() => initialMapping(upload))
  const [unmapped, setUnmapped] = useState<UnmappedColumns>(upload.mapping?.unmapped ?? 'metadata')
  const options = useImportOptions(upload)
  const { scales, setScale, scaleOf } = useScales(upload, mapping)
  const mutation = useApiMutation('updateCsvMapping', { onSuccess: onSaved })
  const questions = upload.suggested_mapping.questions.filter(({ header }) => !mapping[header])
  const save = () =>
    mutation.mutate({
      uploadId: upload.id,
      unmapped,
      type: upload.type,
      options: options.given,
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
    options,
    missing: missingTargets(upload.type, mapping),
    duplicates: duplicateTargets(upload.type, mapping),
    undecided: options.dateFormat === 'auto' ? ambiguousDates(upload, mapping) : [],
    hasInvalidScale: upload.headers.some((header) => !isValidScale(scaleOf(header))),
    save,
    isSaving: mutation.isPending,
  }
}

type MapStepProps = { upload: UploadDetail; onNext: () => void }

/** Another type has other fields, and another suggestion. */
export function MapStep({ upload, onNext }: MapStepProps) {
  const [type, setType] = useState(upload.type)
  const { data } = useApiQuery('getCsvUpload', { uploadId: upload.id, type })
  const shown = type === upload.type ? upload : data && { ...data, mapping: null }
  return (
    <div className="grid gap-5">
      <Card>
        <div className="w-56">
          <SelectField
            label={t('What the rows are')}
            value={type}
            onChange={(event) => setType(event.target.value as UploadType)}
            options={toOptions(uploadTypeLabels())}
          />
        </div>
      </Card>
      {shown ? (
        <MayEdit op="updateCsvMapping">
          <Mapping key={type} upload={shown} onNext={onNext} />
        </MayEdit>
      ) : (
        <Loading rows={3} />
      )}
    </div>
  )
}

function Mapping({ upload, onNext }: MapStepProps) {
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
        <ImportOptionFields
          options={draft.options}
          unmapped={draft.unmapped}
          onUnmapped={draft.setUnmapped}
          undecided={draft.undecided[0]}
        />
      </div>
      <MappingFooter upload={upload} draft={draft} />
    </Card>
  )
}

/** Stays in view, however many columns the file has. */
function MappingFooter({ upload, draft }: { draft: ReturnType<typeof useMappingDraft>; upload: UploadDetail }) {
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
