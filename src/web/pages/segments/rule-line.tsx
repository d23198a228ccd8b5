import { Trash2 } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import {
  type RuleFieldName,
  fieldLabels,
  fieldKind,
  type Operator,
  operatorLabels,
  operatorsOf,
  takesList,
  takesNoValue,
} from './rule-fields.ts'

export type RuleLineDraft = { id: number; field: RuleFieldName; op: Operator; key: string; text: string }

type RuleLineProps = {
  number: number
  line: RuleLineDraft
  /** Contacts matching this condition alone; unknown while the rules are incomplete. */
  count: number | undefined
  onChange: (change: Partial<RuleLineDraft>) => void
  onRemove: () => void
}

export function RuleLine({ number, line, count, onChange, onRemove }: RuleLineProps) {
  const operators = operatorsOf[fieldKind(line.field)]
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-lg bg-sunken p-2">
      <FieldSelect number={number} line={line} onChange={onChange} />
      {fieldKind(line.field) === 'keyed' && (
        <TextField
          hideLabel
          label={t('Name of attribute {number}', { number })}
          className="w-36"
          placeholder="customer_tier"
          value={line.key}
          maxLength={200}
          onChange={(event) => onChange({ key: event.target.value })}
        />
      )}
      <SelectField
        hideLabel
        label={t('Operator of condition {number}', { number })}
        className="w-36"
        value={line.op}
        onChange={(event) => onChange({ op: event.target.value as Operator })}
        options={operators.map((value) => ({ value, label: operatorLabels()[value] }))}
      />
      {!takesNoValue(line.op) && <ValueField number={number} line={line} onChange={onChange} />}
      {count !== undefined && (
        <span className="text-xs text-faint tabular-nums" title={t('Contacts matching this condition')}>
          {formatNumber(count)}
        </span>
      )}
      <IconButton label={t('Remove condition {number}', { number })} icon={Trash2} onClick={onRemove} />
    </li>
  )
}

type LineFieldProps = Pick<RuleLineProps, 'number' | 'line' | 'onChange'>

/** Changing the field keeps the operator when the new field allows it. */
function FieldSelect({ number, line, onChange }: LineFieldProps) {
  const selectField = (field: RuleFieldName) => {
    const allowed = operatorsOf[fieldKind(field)]
    onChange({ field, ...(!allowed.includes(line.op) && { op: allowed[0]! }) })
  }
  return (
    <SelectField
      hideLabel
      label={t('Field of condition {number}', { number })}
      className="w-44"
      value={line.field}
      onChange={(event) => selectField(event.target.value as RuleFieldName)}
      options={Object.entries(fieldLabels()).map(([value, label]) => ({ value, label }))}
    />
  )
}

const ValueField = ({ number, line, onChange }: LineFieldProps) => (
  <div className="min-w-36 flex-1">
    <TextField
      hideLabel
      label={t('Value of condition {number}', { number })}
      value={line.text}
      maxLength={1000}
      placeholder={exampleValue(line)}
      onChange={(event) => onChange({ text: event.target.value })}
    />
  </div>
)

function exampleValue({ field, op }: RuleLineDraft) {
  if (takesList(op)) return 'scale, enterprise'
  return field === 'nps_type' ? 'promoter' : ''
}
