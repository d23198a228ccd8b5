import type { Importance } from '#vocabulary/importance.ts'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'

/** The key beside Alt that sets it in a dialog, from the least to the most important. */
const keys: Record<string, Importance | null> = {
  Digit0: null,
  Digit1: 'nice_to_have',
  Digit2: 'important',
  Digit3: 'critical',
}

export const importanceLabels = (): Record<Importance, string> => ({
  nice_to_have: t('Nice to have'),
  important: t('Important'),
  critical: t('Critical'),
})

/** By the place of the key: Alt with a digit writes other characters on some keyboards. */
export function importanceOfKey(event: { altKey: boolean; code: string }): Importance | null | undefined {
  return event.altKey ? keys[event.code] : undefined
}

type FieldProps = { value: Importance | null; onChange: (value: Importance | null) => void }

/** How much the insights that are linked matter to their customers. */
export const ImportanceField = ({ value, onChange }: FieldProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 text-xs font-medium text-soft">{t('Importance to the customer')}</legend>
    <div className="flex flex-wrap gap-1.5">
      {[null, ...(Object.keys(importanceLabels()) as Importance[])].map((one, n) => (
        <label
          key={one ?? 'none'}
          title={t('Alt {key}', { key: n })}
          className={cx(
            'cursor-pointer rounded-md border px-2 py-1 text-xs has-focus-visible:outline-2',
            one === value ? 'border-accent bg-hover font-medium' : 'border-line text-soft',
          )}
        >
          <input
            type="radio"
            name="importance"
            className="sr-only"
            checked={one === value}
            onChange={() => onChange(one)}
          />
          {one ? importanceLabels()[one] : t('Not said')}
        </label>
      ))}
    </div>
  </fieldset>
)

type SelectProps = { name: string; value: Importance | null; onChange: (value: Importance | null) => void }

/** In the row of an insight. */
export const ImportanceSelect = ({ name, value, onChange }: SelectProps) => (
  <select
    aria-label={t('Importance of {name}', { name })}
    value={value ?? ''}
    onChange={(event) => onChange((event.target.value || null) as Importance | null)}
    className={cx(
      'h-6 rounded-md border border-line bg-panel px-1 text-xs',
      value === 'critical' ? 'font-medium text-neg-text' : 'text-soft',
    )}
  >
    <option value="">{t('Importance…')}</option>
    {Object.entries(importanceLabels()).map(([one, label]) => (
      <option key={one} value={one}>
        {label}
      </option>
    ))}
  </select>
)
