import { type ComponentProps, type ReactNode, useId } from 'react'
import { limitsOf, type RouteId } from '#web/api/client.ts'
import { cx } from './cx.ts'

export const inputClass =
  'w-full rounded-md border border-line-strong bg-panel px-2.5 text-sm text-ink shadow-xs outline-offset-0 hover:border-faint focus-visible:border-accent aria-invalid:border-neg disabled:opacity-60'

type FieldProps = {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  hideLabel?: boolean
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A label, the control, and what is wrong with it, tied together for everyone. */
export function Field({ label, hint, problem, hideLabel, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-xs font-medium text-soft'}>
        {label}
      </label>
      {children({
        id,
        ...((hint || problem) && { 'aria-describedby': noteId }),
        ...(problem && { 'aria-invalid': true as const }),
      })}
      {(problem || hint) && (
        <p id={noteId} className={cx('text-xs', problem ? 'text-neg-text' : 'text-faint')}>
          {problem ?? hint}
        </p>
      )}
    </div>
  )
}

type Common = {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  hideLabel?: boolean
  of?: [RouteId, string]
}

export function TextField({
  label,
  hint,
  problem,
  hideLabel,
  of,
  className,
  ...rest
}: Common & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(hideLabel && { hideLabel })}>
      {(ids) => <input {...ids} className={cx(inputClass, 'h-8', className)} {...(of && limitsOf(...of))} {...rest} />}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  problem,
  hideLabel,
  of,
  className,
  rows = 4,
  ...rest
}: Common & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(hideLabel && { hideLabel })}>
      {(ids) => (
        <textarea
          {...ids}
          rows={rows}
          className={cx(inputClass, 'py-1.5 leading-5', className)}
          {...(of && { maxLength: limitsOf(...of).maxLength })}
          {...rest}
        />
      )}
    </Field>
  )
}

export type Option = { value: string; label: string }

export function SelectField({
  label,
  hint,
  problem,
  hideLabel,
  options,
  className,
  ...rest
}: Common & ComponentProps<'select'> & { options: readonly Option[] }) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(hideLabel && { hideLabel })}>
      {(ids) => (
        <select {...ids} className={cx(inputClass, 'h-8 pe-7', className)} {...rest}>
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function Toggle({
  label,
  hint,
  checked,
  onChange,
  disabled,
}: {
  label: string
  hint?: string
  checked: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
}) {
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

export function Check({
  label,
  checked,
  onChange,
  hideLabel,
  disabled,
}: {
  label: string
  checked: boolean
  onChange: (on: boolean) => void
  hideLabel?: boolean
  disabled?: boolean
}) {
  return (
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
}
