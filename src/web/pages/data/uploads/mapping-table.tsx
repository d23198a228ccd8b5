import { t } from '#web/i18n/t.ts'
import { sentenceCase } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { inputClass } from '#web/ui/forms/field.tsx'
import { allTargets, type ColumnMapping, requiredTargets } from './upload-targets.ts'
import type { UploadDetail } from './types.ts'

export type MappingTableProps = {
  upload: UploadDetail
  mapping: ColumnMapping
  unmapped: 'metadata' | 'ignore'
  onChange: (header: string, target: string) => void
}

export const MappingTable = ({ upload, mapping, unmapped, onChange }: MappingTableProps) => (
  <table className="w-full text-sm">
    <thead>
      <tr className="text-xs text-faint">
        <th scope="col" className="px-4 py-1.5 text-start font-medium">
          {t('Column')}
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
      {upload.headers.map((header) => (
        <tr key={header} className="border-t border-line">
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
          <td className="hidden px-4 sm:table-cell">
            <SuggestionChip upload={upload} header={header} target={mapping[header]} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
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

type SuggestionChipProps = { upload: UploadDetail; header: string; target: string | undefined }

function SuggestionChip({ upload, header, target }: SuggestionChipProps) {
  const suggestion = upload.suggested_mapping.columns.find((column) => column.header === header)
  if (!suggestion?.target || suggestion.target !== target) return null
  return <Chip tone={suggestion.confidence === 'high' ? 'good' : 'warn'}>{t('suggested')}</Chip>
}
