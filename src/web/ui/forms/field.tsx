import type { Option } from '#web/labels.ts'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { limitsOf, type RouteId } from '#web/api/client.ts'
import { cx } from '#web/ui/cx.ts'

export const inputClass = cx(
  'w-full rounded-md border border-line-strong bg-panel px-2.5 text-sm text-ink shadow-xs outline-offset-0',
  'hover:border-faint focus-visible:border-accent aria-invalid:border-neg disabled:opacity-60',
)

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  hideLabel?: boolean
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A control with its label and its hint or error, linked by ARIA attributes. */
function FormField({ label, hint, error, hideLabel, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-xs font-medium text-soft'}>
        {label}
      </label>
      {children({
        id,
        ...((hint || error) && { 'aria-describedby': noteId }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {(error || hint) && (
        <p id={noteId} className={cx('text-xs', error ? 'text-neg-text' : 'text-faint')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

type Common = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  hideLabel?: boolean
  /** Takes the length limits of this field of a request body. */
  limitsFrom?: [RouteId, string]
}

/** Splits the props of a field into those of its label, of its control and its length limits. */
function split<T extends Common>({ label, hint, error, hideLabel, limitsFrom, ...control }: T) {
  const field = { label, hint, error, ...(hideLabel && { hideLabel }) }
  return { field, control, limits: limitsFrom ? limitsOf(...limitsFrom) : {} }
}

export function TextField({ className, ...props }: Common & ComponentProps<'input'>) {
  const { field, control, limits } = split(props)
  return (
    <FormField {...field}>
      {(ids) => <input {...ids} className={cx(inputClass, 'h-8', className)} {...limits} {...control} />}
    </FormField>
  )
}

export function TextArea({ className, rows = 4, ...props }: Common & ComponentProps<'textarea'>) {
  const { field, control, limits } = split(props)
  return (
    <FormField {...field}>
      {(ids) => (
        <textarea
          {...ids}
          rows={rows}
          className={cx(inputClass, 'py-1.5 leading-5', className)}
          maxLength={limits.maxLength}
          {...control}
        />
      )}
    </FormField>
  )
}

type SelectProps = Common & ComponentProps<'select'> & { options: readonly Option[] }

export function SelectField({ options, className, ...props }: SelectProps) {
  const { field, control } = split(props)
  return (
    <FormField {...field}>
      {(ids) => (
        <select {...ids} className={cx(inputClass, 'h-8 pe-7', className)} {...control}>
          <Options options={options} />
        </select>
      )}
    </FormField>
  )
}

export const Options = ({ options }: { options: readonly Option[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

type ToggleProps = {
  label: string
  hint?: string
  checked: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
}

export function Toggle({ label, hint, checked, onChange, disabled }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={cx(
          'mt-0.5 h-5 w-9 shrink-0 rounded-full border p-px transition-colors disabled:opacity-50',
          checked ? 'border-accent bg-accent' : 'border-faint bg-sunken',
        )}
      >
        <span
          className={cx(
            'block size-4 rounded-full transition-transform',
            checked ? 'translate-x-4 bg-accent-ink rtl:-translate-x-4' : 'bg-faint',
          )}
        />
      </button>
      <span className="grid gap-0.5">
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && <span className="text-xs text-faint">{hint}</span>}
      </span>
    </div>
  )
}

type CheckboxProps = Omit<ToggleProps, 'hint'> & { hideLabel?: boolean }

export const Checkbox = ({ label, checked, onChange, hideLabel, disabled }: CheckboxProps) => (
  <label className="inline-flex items-center gap-2 text-sm">
    <input
      type="checkbox"
      className="size-3.5 accent-accent"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      {...(hideLabel && { 'aria-label': label })}
    />
    {!hideLabel && label}
  </label>
)
