import type { OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { cx } from '#web/ui/cx.ts'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { MayEdit } from '#web/api/may.tsx'
import { type HorizonKey, horizonLabels, toHorizon } from './horizons.ts'
import { TeamScore } from './score.tsx'

type OpportunityDetail = OutputOf<'getOpportunity'>
type Factor = OutputOf<'getScoringMethod'>['factors'][number]
type Props = { opportunity: OpportunityDetail }

/** Sizes for those who do not count weeks, in weeks of one person. */
const sizes = { XS: 0.5, S: 1, M: 3, L: 8, XL: 20 }

/** What the team decides: when, what it takes, how sure it is, and the numbers of its scoring method. */
export const EstimatesCard = ({ opportunity }: Props) => (
  <Card title={t('Priority')}>
    <MayEdit op="updateOpportunity">
      <div className="grid gap-3">
        <Estimates opportunity={opportunity} />
        <Ratings opportunity={opportunity} />
      </div>
    </MayEdit>
  </Card>
)

function Estimates({ opportunity }: Props) {
  const { id, horizon, effort, confidence, target_date } = opportunity
  const mutation = useApiMutation('updateOpportunity')
  const rank = useApiMutation('rankOpportunity')
  const update = (change: { effort?: number | null; confidence?: number | null; target_date?: string | null }) =>
    mutation.mutate({ opportunityId: id, ...change })
  return (
    <>
      <SelectField
        label={t('When')}
        value={horizon ?? 'none'}
        onChange={(event) => rank.mutate({ opportunityId: id, horizon: toHorizon(event.target.value as HorizonKey) })}
        options={toOptions(horizonLabels())}
      />
      <NumberField
        label={t('Effort in weeks')}
        value={effort}
        min={0.1}
        onSave={(value) => update({ effort: value })}
      />
      <SizeButtons effort={effort} onPick={(value) => update({ effort: value })} />
      <NumberField
        label={t('Confidence in %')}
        value={confidence}
        max={100}
        onSave={(value) => update({ confidence: value })}
      />
      <TextField
        key={target_date}
        type="date"
        label={t('Target')}
        defaultValue={target_date ?? ''}
        onBlur={({ target }) => target.value !== (target_date ?? '') && update({ target_date: target.value || null })}
      />
    </>
  )
}

type NumberProps = {
  label: string
  value: number | null
  min?: number
  max?: number
  onSave: (value: number | null) => void
}

/** Saved when it is left, or with Enter. */
const NumberField = ({ label, value, min = 0, max, onSave }: NumberProps) => (
  <TextField
    key={value}
    type="number"
    step="any"
    label={label}
    min={min}
    max={max}
    defaultValue={value ?? ''}
    onBlur={({ target }) => {
      const next = target.value === '' ? null : Number(target.value)
      if (next !== value && target.validity.valid) onSave(next)
    }}
    onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
  />
)

const SizeButtons = ({ effort, onPick }: { effort: number | null; onPick: (effort: number) => void }) => (
  <div role="group" aria-label={t('Effort as a size')} className="flex gap-1">
    {Object.entries(sizes).map(([size, weeks]) => (
      <button
        key={size}
        type="button"
        aria-pressed={effort === weeks}
        title={t('{count, one {# week} other {# weeks}}', { count: weeks })}
        onClick={() => onPick(weeks)}
        className={cx(
          'h-7 flex-1 rounded border border-line text-xs disabled:opacity-50 aria-pressed:border-accent',
          'aria-pressed:bg-accent-soft',
        )}
      >
        {size}
      </button>
    ))}
  </div>
)

/** The numbers that the active scoring method asks for, with what they mean. */
function Ratings({ opportunity: { id, ratings, score, score_terms } }: Props) {
  const { items } = useApiList('listScoringMethods', {})
  const update = useApiMutation('updateOpportunity')
  const method = items.find(({ active }) => active)
  if (!method) return null
  const save = (key: string, value: number | null) => update.mutate({ opportunityId: id, ratings: { [key]: value } })
  return (
    <>
      {method.factors.map((factor) => {
        const { key } = factor
        if (key === null) return null
        return (
          <RatingField key={key} factor={factor} value={ratings[key] ?? null} onSave={(value) => save(key, value)} />
        )
      })}
      <p className="flex items-center justify-between text-xs text-faint">
        {t('Score by {method}', { method: method.name })}
        <TeamScore score={score} terms={score_terms} />
      </p>
    </>
  )
}

type RatingProps = { factor: Factor; value: number | null; onSave: (value: number | null) => void }

function RatingField({ factor: { name, rubric }, value, onSave }: RatingProps) {
  if (rubric.length === 0) return <NumberField label={name} value={value} onSave={onSave} />
  const isListed = value === null || rubric.some((one) => one.value === value)
  return (
    <SelectField
      label={name}
      value={value ?? ''}
      onChange={(event) => onSave(event.target.value === '' ? null : Number(event.target.value))}
      options={[
        { value: '', label: t('Not given') },
        ...(isListed ? [] : [{ value: String(value), label: formatNumber(value, 2) }]),
        ...rubric.map((one) => ({ value: String(one.value), label: `${formatNumber(one.value, 2)} · ${one.text}` })),
      ]}
    />
  )
}
