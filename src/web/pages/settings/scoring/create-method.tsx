import { useState } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { SelectField, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { scoringKindLabels, measuredLabels, type ScoringMethodItem } from './scoring-labels.ts'

type NewMethod = InputOf<'createScoringMethod'>
type Factors = NonNullable<NewMethod['factors']>

/** The name of a number as the API has it. */
const keyOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)

const plain = { key: null, full_at: null, rubric: [] }

/** Those with a weight, and a rating for each line `name: weight`. */
function factorsOf(values: Record<string, string>): Factors {
  const measured = Object.entries(measuredLabels()).flatMap(([factor, name]) => {
    const weight = Number(values[factor] ?? 0)
    return weight > 0 ? [{ ...plain, factor: factor as 'people', name, weight }] : []
  })
  const ratings = (values.ratings ?? '').split('\n').flatMap((line) => {
    const [name = '', weight = '1'] = line.split(':').map((part) => part.trim())
    const key = keyOf(name)
    return key ? [{ ...plain, factor: 'rating' as const, key, name, weight: Number(weight) || 1, full_at: 10 }] : []
  })
  return [...measured, ...ratings]
}

export function CreateMethod({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<ScoringMethodItem['kind']>('rice')
  const create = useApiMutation('createScoringMethod', { onSuccess: onClose })
  const submit = ({ name = '', ...values }: Record<string, string>) =>
    create.mutate({ name, kind, ...(kind === 'weighted' && { factors: factorsOf(values) }) })
  return (
    <FormDialog
      title={t('New scoring method')}
      submitLabel={t('Create method')}
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('Name')} name="name" required autoFocus limitsFrom={['createScoringMethod', 'name']} />
      <SelectField
        label={t('How it counts')}
        value={kind}
        onChange={(event) => setKind(event.target.value as ScoringMethodItem['kind'])}
        options={toOptions(scoringKindLabels())}
      />
      {kind === 'weighted' && <Weights />}
    </FormDialog>
  )
}

const Weights = () => (
  <>
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <legend className="mb-1.5 text-xs text-faint">{t('Weights; 0 does not count')}</legend>
      {Object.entries(measuredLabels()).map(([factor, label]) => (
        <TextField
          key={factor}
          type="number"
          name={factor}
          label={label}
          min={0}
          max={100}
          step="any"
          defaultValue={factor === 'people' || factor === 'effort' ? 1 : 0}
        />
      ))}
    </fieldset>
    <TextArea
      label={t('Numbers of your own')}
      name="ratings"
      rows={3}
      placeholder={t('Fits our strategy: 2')}
      hint={t('One per line with its weight; people give them from 0 to 10.')}
    />
  </>
)
