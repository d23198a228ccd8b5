import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useCustomFields } from '#web/shell/custom-fields/use-custom-fields.ts'
import { Chip } from '#web/ui/badges.tsx'
import { inputClass } from '#web/ui/forms/field.tsx'
import { formatCell } from '#web/ui/rating.ts'
import { RatingScale, type RatingRange } from './rating-scale.tsx'
import {
  allTargets,
  type ColumnTargets,
  exampleValues,
  isRating,
  requiredTargets,
  targetLabel,
} from './upload-targets.ts'
import type { UploadDetail } from './types.ts'

type MappingTableProps = {
  upload: UploadDetail
  mapping: ColumnTargets
  scales: Record<string, RatingRange>
  unmapped: 'metadata' | 'ignore'
  onChange: (header: string, target: string) => void
  onScale: (header: string, scale: RatingRange | undefined) => void
}

export const MappingTable = (props: MappingTableProps) => (
  <table className="w-full text-sm">
    <thead>
      <tr className="text-xs text-faint">
        <th scope="col" className="px-4 py-1.5 text-start font-medium">
          {t('Column')}
        </th>
        <th scope="col" className="hidden px-2 text-start font-medium sm:table-cell">
          {t('Examples')}
        </th>
        <th scope="col" className="px-2 text-start font-medium">
          {t('Field')}
        </th>
        <th scope="col" className="hidden px-4 text-start font-medium sm:table-cell">
          {t('Suggestion')}
        </th>
      </tr>
    </thead>
    <tbody>
      {props.upload.headers.map((header) => (
        <ColumnRow key={header} header={header} {...props} />
      ))}
    </tbody>
  </table>
)

type ColumnRowProps = MappingTableProps & { header: string }

const ColumnRow = ({ header, upload, mapping, scales, unmapped, onChange, onScale }: ColumnRowProps) => (
  <tr className="border-t border-line align-top">
    <th scope="row" className="max-w-48 px-4 py-2.5 text-start font-medium">
      <span className="block truncate" title={header}>
        {header}
      </span>
      <span className="block truncate text-xs font-normal text-soft sm:hidden">
        <Examples upload={upload} header={header} />
      </span>
    </th>
    <td className="hidden max-w-72 truncate px-2 py-2.5 text-soft sm:table-cell">
      <Examples upload={upload} header={header} />
    </td>
    <td className="px-2 py-1">
      <TargetSelect
        type={upload.type}
        header={header}
        target={mapping[header]}
        unmapped={unmapped}
        onChange={(target) => onChange(header, target)}
      />
      {isRating(upload.type, mapping[header]) && (
        <RatingScale header={header} scale={scales[header]} onChange={(scale) => onScale(header, scale)} />
      )}
    </td>
    <td className="hidden px-4 py-2.5 sm:table-cell">
      <SuggestionChip upload={upload} header={header} target={mapping[header]} />
    </td>
  </tr>
)

type TargetSelectProps = {
  type: UploadDetail['type']
  header: string
  target: string | undefined
  unmapped: 'metadata' | 'ignore'
  onChange: (target: string) => void
}

function TargetSelect({ type, header, target: selected, unmapped, onChange }: TargetSelectProps) {
  const required = requiredTargets(type)
  const fields = useCustomFields('feedback').filter(({ kind }) => type === 'feedback' && kind !== 'person')
  return (
    <select
      aria-label={t('Field for {name}', { name: header })}
      value={selected}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClass} h-8 max-w-56`}
    >
      <option value="">{unmapped === 'metadata' ? t('Keep as metadata') : t('Ignore')}</option>
      {allTargets(type).map((target) => (
        <option key={target} value={target}>
          {targetLabel(target)}
          {required.includes(target) ? ` (${t('required')})` : ''}
        </option>
      ))}
      {fields.map(({ key, name }) => (
        <option key={key} value={`custom_fields.${key}`}>
          {t('{name} (custom field)', { name })}
        </option>
      ))}
      {selected?.startsWith('metadata.') && <option value={selected}>{targetLabel(selected)}</option>}
    </select>
  )
}

/** Values of the column, as they would be imported. */
function Examples({ upload, header }: { upload: UploadDetail; header: string }) {
  const { data } = useApiQuery('previewCsvUpload', { uploadId: upload.id, limit: 10 })
  const text = data && exampleValues(upload, header, data.data).map(formatCell).join(' · ')
  return text ? <span title={text}>{text}</span> : null
}

type SuggestionChipProps = { upload: UploadDetail; header: string; target: string | undefined }

/** The text says how sure the suggestion is; the color only repeats it. */
function SuggestionChip({ upload, header, target }: SuggestionChipProps) {
  const suggestion = upload.suggested_mapping.columns.find((column) => column.header === header)
  if (!suggestion?.target || suggestion.target !== target) return null
  if (suggestion.confidence === 'low') return <Chip tone="warn">{t('Guess: please check')}</Chip>
  return suggestion.confidence === 'high' ? (
    <Chip tone="good">{t('Recognized')}</Chip>
  ) : (
    <Chip tone="plain">{t('Suggested')}</Chip>
  )
}
