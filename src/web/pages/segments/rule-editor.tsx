import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { detailMessage } from '#web/api/error-messages.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { useDebounced } from '#web/ui/forms/use-debounced.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { RuleLine, type RuleLineDraft } from './rule-line.tsx'
import {
  type SegmentCondition,
  fieldKind,
  type SegmentRuleTree,
  takesNoValue,
  conditionText,
  conditionValue,
} from './rule-fields.ts'

let lastLineId = 0

const toLine = ({ field, op, key, value }: SegmentCondition): RuleLineDraft => ({
  id: ++lastLineId,
  field,
  op,
  key: key ?? '',
  text: conditionText(value),
})
const isCondition = (node: SegmentRuleTree['conditions'][number]): node is SegmentCondition => !('conditions' in node)

function toCondition({ field, op, key, text }: RuleLineDraft): SegmentCondition {
  const value = conditionValue({ field, op }, text)
  return { field, op, ...(fieldKind(field) === 'keyed' && { key }), ...(value !== undefined && { value }) }
}
const isComplete = ({ field, op, key, text }: RuleLineDraft) =>
  (fieldKind(field) !== 'keyed' || key.trim() !== '') && (takesNoValue(op) || text.trim() !== '')

const matchOptions = () => toOptions({ any: t('any condition is met'), all: t('all conditions are met') })
const maxLines = 25
const newLine = () => toLine({ field: 'plan', op: 'eq' })

/** The rules being edited. Nested groups, made through the API, are kept as they are. */
function useRuleDraft(initial: SegmentRuleTree) {
  const [match, setMatch] = useState(initial.match ?? 'any')
  const [lines, setLines] = useState(() => initial.conditions.filter(isCondition).map(toLine))
  const groups = initial.conditions.filter((node) => !isCondition(node))
  const rules: SegmentRuleTree = { match, conditions: [...lines.filter(isComplete).map(toCondition), ...groups] }
  return {
    match,
    setMatch,
    lines,
    groups,
    rules,
    complete: lines.every(isComplete) && rules.conditions.length > 0,
    add: () => setLines([...lines, newLine()]),
    change: (id: number, change: Partial<RuleLineDraft>) =>
      setLines((before) => before.map((line) => (line.id === id ? { ...line, ...change } : line))),
    remove: (id: number) => setLines(lines.filter((line) => line.id !== id)),
  }
}

function useRulePreview(rules: SegmentRuleTree) {
  const debounced = useDebounced(JSON.stringify(rules), 400)
  return useApiQuery(
    'previewSegment',
    { rules: JSON.parse(debounced) as SegmentRuleTree },
    { enabled: rules.conditions.length > 0, keepPrevious: true },
  )
}

type RuleEditorProps = { rules: SegmentRuleTree; busy: boolean; onSave: (rules: SegmentRuleTree) => void }

/** Edits conditions line by line and previews how many contacts match each of them and all together. */
export function RuleEditor({ rules: initial, busy, onSave }: RuleEditorProps) {
  const draft = useRuleDraft(initial)
  const { rules, complete } = draft
  const { data, error } = useRulePreview(rules)
  return (
    <Form
      className="grid gap-3"
      onSubmit={() => {
        if (complete) onSave(rules)
      }}
    >
      <SelectField
        label={t('A contact matches when')}
        value={draft.match}
        onChange={(event) => draft.setMatch(event.target.value as 'any')}
        options={matchOptions()}
      />
      <RuleLines draft={draft} preview={complete ? data : undefined} />
      <div className="flex flex-wrap items-center gap-3">
        <Button op="updateSegment" size="sm" icon={Plus} disabled={draft.lines.length >= maxLines} onClick={draft.add}>
          {t('Condition')}
        </Button>
        <PreviewStatus preview={data} error={error} />
        <Button
          op="updateSegment"
          type="submit"
          variant="primary"
          size="sm"
          busy={busy}
          disabled={!complete || error !== null}
        >
          {t('Save rules')}
        </Button>
      </div>
    </Form>
  )
}

type Preview = OutputOf<'previewSegment'>

function RuleLines({ draft, preview }: { draft: ReturnType<typeof useRuleDraft>; preview: Preview | undefined }) {
  const { lines, groups, change, remove } = draft
  const countOf = (index: number) =>
    preview?.per_condition_counts.find(({ path }) => path === `conditions.${index}`)?.contact_count
  return (
    <>
      <ul className="grid gap-2">
        {lines.map((line, n) => (
          <RuleLine
            key={line.id}
            number={n + 1}
            line={line}
            count={countOf(n)}
            onChange={(changed) => change(line.id, changed)}
            onRemove={() => remove(line.id)}
          />
        ))}
      </ul>
      {groups.length > 0 && (
        <p className="text-xs text-faint">
          {t('{count, one {# condition group} other {# condition groups}} created through the API will be kept.', {
            count: groups.length,
          })}
        </p>
      )}
    </>
  )
}

const PreviewStatus = ({ preview, error }: { preview: Preview | undefined; error: unknown }) => (
  <p role="status" className="min-w-0 flex-1 text-xs text-soft">
    {error ? (
      <span className="text-neg-text">{detailMessage(error)}</span>
    ) : (
      preview && <MatchingContacts preview={preview} />
    )}
  </p>
)

function MatchingContacts({ preview: { contact_count, sample_contacts } }: { preview: Preview }) {
  const sample = sample_contacts.slice(0, 3).map(({ name, email }) => name ?? email)
  return (
    <>
      {t('{count, one {# contact matches} other {# contacts match}}', { count: contact_count })}
      {sample.length > 0 && <span className="text-faint"> · {sample.join(', ')}</span>}
    </>
  )
}
