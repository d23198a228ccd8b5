import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Checkbox, SelectField, TextField } from '#web/ui/forms/field.tsx'
import type { UploadDetail } from './types.ts'

export type UnmappedColumns = 'metadata' | 'ignore'
type DateFormat = 'auto' | 'ymd' | 'dmy' | 'mdy'

/** What holds for all rows of a table. */
export function useImportOptions(upload: UploadDetail) {
  const hasSameRows = upload.warnings.some(({ code }) => code === 'DUPLICATE_ROWS')
  const [dateFormat, setDateFormat] = useState<DateFormat>('auto')
  const [source, setSource] = useState(upload.options?.default_source ?? '')
  const [skipsSameRows, setSkipsSameRows] = useState(hasSameRows)
  const given = {
    on_error: 'skip' as const,
    analyze: true,
    date_format: dateFormat,
    dedupe: skipsSameRows ? ('content' as const) : ('external_id' as const),
    ...(source.trim() !== '' && { default_source: source.trim() }),
  }
  return { given, dateFormat, setDateFormat, source, setSource, hasSameRows, skipsSameRows, setSkipsSameRows }
}

type Options = ReturnType<typeof useImportOptions>
type MappingOptionsProps = {
  options: Options
  unmapped: UnmappedColumns
  onUnmapped: (unmapped: UnmappedColumns) => void
  /** A column whose dates can be read in two ways. */
  undecided: string | undefined
}

export const ImportOptionFields = ({ options, unmapped, onUnmapped, undecided }: MappingOptionsProps) => (
  <div className="flex flex-wrap gap-3">
    <SelectField
      label={t('Unmapped columns')}
      value={unmapped}
      onChange={(event) => onUnmapped(event.target.value as UnmappedColumns)}
      options={toOptions({ metadata: t('Keep as metadata'), ignore: t('Ignore') })}
    />
    <DateFormatField options={options} undecided={undecided} />
    <TextField
      label={t('Source of all rows')}
      value={options.source}
      maxLength={64}
      hint={t('Such as Zendesk or 2026 survey. Without it, the product that wrote the file.')}
      onChange={(event) => options.setSource(event.target.value)}
    />
    {options.hasSameRows && (
      <Checkbox
        label={t('Skip rows that are the same as an earlier one')}
        checked={options.skipsSameRows}
        onChange={options.setSkipsSameRows}
      />
    )}
  </div>
)

const DateFormatField = ({ options, undecided }: Pick<MappingOptionsProps, 'options' | 'undecided'>) => (
  <SelectField
    label={t('Date format')}
    value={options.dateFormat}
    onChange={(event) => options.setDateFormat(event.target.value as DateFormat)}
    error={
      undecided === undefined
        ? undefined
        : t('The dates in {name} are ambiguous. Choose the format.', { name: undecided })
    }
    options={toOptions({
      auto: t('Detect automatically'),
      ymd: '2026-03-01',
      dmy: '01.03.2026',
      mdy: '03/01/2026',
    })}
  />
)
