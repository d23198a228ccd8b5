import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { problemSentence } from '#web/api/problems.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { numberOf } from '#web/ui/time.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import {
  type Condition,
  type Field,
  fieldWords,
  kindOf,
  type Operator,
  operatorsOf,
  operatorWords,
  type Rules,
  takesMany,
  takesNothing,
  textOf,
  valueOf,
} from './rule-words.ts'

type Line = { field: Field; op: Operator; key: string; text: string }
const lineOf = ({ field, op, key, value }: Condition): Line => ({ field, op, key: key ?? '', text: textOf(value) })
const isPlain = (node: Rules['conditions'][number]): node is Condition => !('conditions' in node)

const conditionOf = ({ field, op, key, text }: Line): Condition => {
  const value = valueOf({ field, op }, text)
  return { field, op, ...(kindOf(field) === 'keyed' && { key }), ...(value !== undefined && { value }) }
}
const isWhole = ({ field, op, key, text }: Line) =>
  (kindOf(field) !== 'keyed' || key.trim() !== '') && (takesNothing(op) || text.trim() !== '')

/** Conditions line by line, and at once how many contacts each and all of them catch. Groups made by a program are kept and named. */
export function RuleEditor({ rules, busy, onSave }: { rules: Rules; busy: boolean; onSave: (rules: Rules) => void }) {
  const [match, setMatch] = useState(rules.match ?? 'any')
  const [lines, setLines] = useState(() => rules.conditions.filter(isPlain).map(lineOf))
  const groups = rules.conditions.filter((node) => !isPlain(node))
  const made: Rules = { match, conditions: [...lines.filter(isWhole).map(conditionOf), ...groups] }
  const whole = lines.every(isWhole) && made.conditions.length > 0
  const settled = useDebounced(JSON.stringify(made), 400)
  const { data, error } = useRoute(
    'previewSegment',
    { rules: JSON.parse(settled) as Rules },
    { enabled: made.conditions.length > 0, keep: true },
  )
  const change = (n: number, by: Partial<Line>) =>
    setLines((before) => before.map((line, at) => (at === n ? { ...line, ...by } : line)))
  const countOf = (n: number) =>
    whole ? data?.per_condition_counts.find((one) => one.path === `conditions.${n}`)?.contact_count : undefined
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (whole) onSave(made)
      }}
    >
      <SelectField
        label={t('A contact belongs when')}
        value={match}
        onChange={(event) => setMatch(event.target.value as 'any')}
        options={[
          { value: 'any', label: t('any of these holds') },
          { value: 'all', label: t('all of these hold') },
        ]}
      />
      <ul className="grid gap-2">
        {lines.map((line, n) => (
          <RuleLine
            key={n}
            n={n}
            line={line}
            count={countOf(n)}
            onChange={(by) => change(n, by)}
            onRemove={() => setLines(lines.filter((_, at) => at !== n))}
          />
        ))}
      </ul>
      {groups.length > 0 && (
        <p className="text-xs text-faint">
          {t('{count, one {# group of conditions} other {# groups of conditions}} made through the API is kept.', {
            count: groups.length,
          })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={<Plus className="size-3.5" />}
          disabled={lines.length >= 25}
          onClick={() => setLines([...lines, { field: 'plan', op: 'eq', key: '', text: '' }])}
        >
          {t('Condition')}
        </Button>
        <p role="status" className="min-w-0 flex-1 text-xs text-soft">
          {error ? (
            <span className="text-neg-text">{problemSentence(error)}</span>
          ) : (
            data && (
              <>
                {t('{count, one {# contact belongs} other {# contacts belong}}', { count: data.contact_count })}
                {data.sample_contacts.length > 0 && (
                  <span className="text-faint">
                    {' '}
                    ·{' '}
                    {data.sample_contacts
                      .slice(0, 3)
                      .map((one) => one.name ?? one.email)
                      .join(', ')}
                  </span>
                )}
              </>
            )
          )}
        </p>
        <Button type="submit" look="primary" size="sm" busy={busy} disabled={!whole || error !== null}>
          {t('Save rules')}
        </Button>
      </div>
    </form>
  )
}

function RuleLine({
  n,
  line,
  count,
  onChange,
  onRemove,
}: {
  n: number
  line: Line
  count: number | undefined
  onChange: (by: Partial<Line>) => void
  onRemove: () => void
}) {
  const operators = operatorsOf[kindOf(line.field)]
  const pick = (field: Field) =>
    onChange({ field, ...(!operatorsOf[kindOf(field)].includes(line.op) && { op: operatorsOf[kindOf(field)][0]! }) })
  const number = n + 1
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-lg bg-sunken p-2">
      <SelectField
        hideLabel
        label={t('Field of condition {number}', { number })}
        className="w-44"
        value={line.field}
        onChange={(event) => pick(event.target.value as Field)}
        options={Object.entries(fieldWords()).map(([value, label]) => ({ value, label }))}
      />
      {kindOf(line.field) === 'keyed' && (
        <TextField
          hideLabel
          label={t('Name of the attribute {number}', { number })}
          className="w-36"
          placeholder="customer_tier"
          value={line.key}
          maxLength={200}
          onChange={(event) => onChange({ key: event.target.value })}
        />
      )}
      <SelectField
        hideLabel
        label={t('Comparison of condition {number}', { number })}
        className="w-36"
        value={line.op}
        onChange={(event) => onChange({ op: event.target.value as Operator })}
        options={operators.map((value) => ({ value, label: operatorWords()[value] }))}
      />
      {!takesNothing(line.op) && (
        <div className="min-w-36 flex-1">
          <TextField
            hideLabel
            label={t('Value of condition {number}', { number })}
            value={line.text}
            maxLength={1000}
            placeholder={takesMany(line.op) ? 'scale, enterprise' : line.field === 'nps_type' ? 'promoter' : ''}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </div>
      )}
      {count !== undefined && (
        <span className="text-xs text-faint tabular-nums" title={t('Contacts for which this holds')}>
          {numberOf(count)}
        </span>
      )}
      <IconButton
        label={t('Remove condition {number}', { number })}
        icon={<Trash2 className="size-3.5" />}
        onClick={onRemove}
      />
    </li>
  )
}
