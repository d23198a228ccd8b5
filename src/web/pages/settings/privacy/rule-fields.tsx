import { t } from '#web/i18n/t.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { type Kind, kindLabels, patternsFromText, patternsToText, type MaskingRuleSet } from './rule-text.ts'

type Props = { name: string; rules: MaskingRuleSet; error?: string | undefined }

/** The rules of the organization or of one source, as fields of a form. */
export const RuleFields = ({ name, rules, error }: Props) => (
  <div className="grid gap-3">
    <div className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {Object.entries(kindLabels()).map(([kind, label]) => (
        <label key={kind} className="flex items-center gap-2">
          <input
            type="checkbox"
            name={`${name}-kinds`}
            value={kind}
            defaultChecked={rules.kinds.includes(kind as Kind)}
          />
          {label}
        </label>
      ))}
    </div>
    <TextArea
      label={t('Patterns')}
      name={`${name}-patterns`}
      rows={2}
      className="font-mono text-xs"
      defaultValue={patternsToText(rules.patterns)}
      placeholder="order: ORD-[0-9]{6}"
      hint={t('One a line: a name, a colon and a regular expression (RE2). The name replaces what it matches.')}
      error={error}
    />
  </div>
)

export const rulesOf = (form: FormData, name: string): MaskingRuleSet => ({
  kinds: form.getAll(`${name}-kinds`) as Kind[],
  patterns: patternsFromText(String(form.get(`${name}-patterns`) ?? '')),
})
