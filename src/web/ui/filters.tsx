import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { type Filters, useFilters } from '#web/search.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import type { Option } from './field.tsx'
import { dateOf } from './time.tsx'
import { useDebounced } from './use-debounced.ts'

/** The search field of a list; what is typed lands in the address when the typing rests. */
export function FilterBox({ label }: { label: string }) {
  const [filters, setFilters] = useFilters()
  const [text, setText] = useState(filters.q ?? '')
  const settled = useDebounced(text, 250)
  const current = filters.q ?? ''
  useEffect(() => {
    const wanted = settled.trim().length >= 2 ? settled.trim() : ''
    if (wanted !== current) setFilters({ q: wanted || undefined }, { replace: true })
    // Only the typing decides; an address that changes by itself is followed below.
  }, [settled])
  useEffect(
    () =>
      setText((typed) => (typed.trim() === current || (current === '' && typed.trim().length < 2) ? typed : current)),
    [current],
  )
  return (
    <label className="relative">
      <span className="sr-only">{label}</span>
      <Search className="pointer-events-none absolute start-2 top-2 size-3.5 text-faint" />
      <input
        data-filter
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        placeholder={label}
        maxLength={200}
        className="h-7.5 w-40 rounded-md border border-line-strong bg-panel ps-7 pe-2 text-sm shadow-xs sm:w-48"
      />
    </label>
  )
}

/** One filter as a select; its value is in the address. */
export function FilterSelect({ name, label, options }: { name: string; label: string; options: readonly Option[] }) {
  const [filters, setFilters] = useFilters()
  const value = filters[name] ?? ''
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => setFilters({ [name]: event.target.value || undefined })}
      className={cx(
        'h-7.5 max-w-40 rounded-md border [field-sizing:content] bg-panel ps-2 pe-5 text-sm shadow-xs',
        value ? 'border-accent text-accent-text' : 'border-line-strong text-soft',
      )}
    >
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {value && !options.some((option) => option.value === value) && <option value={value}>{value}</option>}
    </select>
  )
}

/** A span of days that a link brought along, in words; it goes away by a click. */
export function FilterDays() {
  const [{ after, before }, setFilters] = useFilters()
  if (!after && !before) return null
  // The end is the first moment that no longer belongs.
  const last = before && new Date(Date.parse(before) - 1).toISOString()
  const words =
    after && last
      ? after.slice(0, 10) === last.slice(0, 10)
        ? dateOf(after)
        : `${dateOf(after)} – ${dateOf(last)}`
      : after
        ? t('since {day}', { day: dateOf(after) })
        : t('until {day}', { day: dateOf(last!) })
  return (
    <button
      type="button"
      aria-label={t('Remove {name}', { name: words })}
      onClick={() => setFilters({ after: undefined, before: undefined })}
      className="inline-flex h-7.5 items-center gap-1.5 rounded-md border border-accent bg-panel px-2 text-sm text-accent-text shadow-xs"
    >
      {words}
      <X className="size-3.5" />
    </button>
  )
}

export function ClearFilters({ names }: { names: readonly string[] }) {
  const [filters, setFilters] = useFilters()
  if (!names.some((name) => filters[name])) return null
  return (
    <Button size="sm" look="quiet" icon={<X className="size-3.5" />} onClick={() => setFilters(cleared(names))}>
      {t('Clear')}
    </Button>
  )
}

export const cleared = (names: readonly string[]): Filters => Object.fromEntries(names.map((name) => [name, undefined]))
