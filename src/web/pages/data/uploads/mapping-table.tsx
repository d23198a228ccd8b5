import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { sentenceCase } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { inputClass } from '#web/ui/forms/field.tsx'
import { formatCell } from '#web/ui/rating.ts'
import { allTargets, type ColumnMapping, exampleValue, requiredTargets } from './upload-targets.ts'
import type { UploadDetail } from './types.ts'

export type MappingTableProps = {
  upload: UploadDetail
  mapping: ColumnMapping
  unmapped: 'metadata' | 'ignore'
  onChange: (header: string, target: string) => void
}

export const MappingTable = (props: MappingTableProps) => (
  <table className="w-full text-sm">
    <thead>
      <tr className="text-xs text-faint">
        <th scope="col" className="px-4 py-1.5 text-start font-medium">
          {t('Column')}
        </th>
        <th scope="col" className="px-2 text-start font-medium">
          {t('Field')}
        </th>
        <th scope="col" className="hidden px-2 text-start font-medium sm:table-cell">
          {t('Example')}
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

const ColumnRow = ({ header, upload, mapping, unmapped, onChange }: MappingTableProps & { header: string }) => (
  <tr className="border-t border-line">
    <th scope="row" className="max-w-48 truncate px-4 py-1.5 text-start font-medium">
      {header}
    </th>
    <td className="px-2 py-1">
      <TargetSelect
        type={upload.type}
        header={header}
        target={mapping[header]}
        unmapped={unmapped}
        onChange={(target) => onChange(header, target)}
      />
    </td>
    <td className="hidden max-w-56 truncate px-2 text-soft sm:table-cell">
      <Example upload={upload} header={header} />
    </td>
    <td className="hidden px-4 sm:table-cell">
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
          {sentenceCase(target.replace('.', ' '))}
          {required.includes(target) ? ' *' : ''}
        </option>
      ))}
      {selected?.startsWith('metadata.') && <option value={selected}>{selected}</option>}
    </select>
  )
}

/** A value of the column, as it would be imported. */
function Example({ upload, header }: { upload: UploadDetail; header: string }) {
  const { data } = useApiQuery('previewCsvUpload', { uploadId: upload.id, limit: 3 })
  const value = data && exampleValue(upload, header, data.data)
  return value === undefined ? null : formatCell(value)
}

type SuggestionChipProps = { upload: UploadDetail; header: string; target: string | undefined }

function SuggestionChip({ upload, header, target }: SuggestionChipProps) {
  const suggestion = upload.suggested_mapping.columns.find((column) => column.header === header)
  if (!suggestion?.target || suggestion.target !== target) return null
  return <Chip tone={suggestion.confidence === 'high' ? 'good' : 'warn'}>{t('suggested')}</Chip>
}
