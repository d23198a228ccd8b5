import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'

export type RatingRange = { min: number; max: number }

const commonScales: RatingRange[] = [
  { min: 1, max: 5 },
  { min: 0, max: 5 },
  { min: 1, max: 7 },
  { min: 1, max: 10 },
  { min: 0, max: 10 },
  { min: 0, max: 100 },
]
const nameOf = ({ min, max }: RatingRange) => `${min}–${max}`
const isSame = (a: RatingRange, b: RatingRange) => a.min === b.min && a.max === b.max
export const isValidScale = (scale: RatingRange | undefined) => scale === undefined || scale.min < scale.max

type Props = { header: string; scale: RatingRange | undefined; onChange: (scale: RatingRange | undefined) => void }

/** The lowest and the highest rating of a column: detected, a common scale, or typed. */
export function RatingScale({ header, scale, onChange }: Props) {
  const [custom, setCustom] = useState(scale !== undefined && !commonScales.some((one) => isSame(one, scale)))
  const select = (name: string) => {
    setCustom(name === 'custom')
    onChange(name === 'custom' ? (scale ?? commonScales[0]) : commonScales.find((one) => nameOf(one) === name))
  }
  return (
    <fieldset className="mt-1.5 flex flex-wrap items-end gap-2">
      <legend className="sr-only">{t('Rating scale of {name}', { name: header })}</legend>
      <SelectField
        label={t('Rating scale')}
        value={custom ? 'custom' : (scale && nameOf(scale)) || ''}
        onChange={(event) => select(event.target.value)}
        options={[
          { value: '', label: t('Detect automatically') },
          ...commonScales.map((one) => ({ value: nameOf(one), label: nameOf(one) })),
          { value: 'custom', label: t('Custom…') },
        ]}
      />
      {custom && scale && <CustomScale scale={scale} onChange={onChange} />}
    </fieldset>
  )
}

const CustomScale = ({ scale, onChange }: { scale: RatingRange; onChange: (scale: RatingRange) => void }) => (
  <>
    <ScaleEnd label={t('Lowest')} value={scale.min} onChange={(min) => onChange({ ...scale, min })} />
    <ScaleEnd
      label={t('Highest')}
      value={scale.max}
      onChange={(max) => onChange({ ...scale, max })}
      error={isValidScale(scale) ? undefined : t('Must be above the lowest rating.')}
    />
  </>
)

type ScaleEndProps = { label: string; value: number; onChange: (value: number) => void; error?: string | undefined }

const ScaleEnd = ({ label, value, onChange, error }: ScaleEndProps) => (
  <TextField
    label={label}
    type="number"
    step="any"
    min={-1000}
    max={1000}
    value={value}
    error={error}
    className="w-24"
    onChange={(event) => onChange(event.target.valueAsNumber || 0)}
  />
)
