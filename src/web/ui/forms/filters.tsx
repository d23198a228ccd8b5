import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Option } from '#web/labels.ts'
import { formatUtcDay } from '#web/ui/time.tsx'
import { Options } from './field.tsx'
import { useDebounced } from './use-debounced.ts'

/** The search field of a list; writes to the URL once typing pauses. */
export function FilterSearch({ label }: { label: string }) {
  const [filters, setFilters] = useFilters()
  const [text, setText] = useState(filters.q ?? '')
  const debounced = useDebounced(text, 250)
  const current = filters.q ?? ''
  // Runs for what was typed only: changes of the URL are handled below.
  const onTyped = useEffectEvent((typed: string) => {
    const next = typed.trim().length >= 2 ? typed.trim() : ''
    if (next !== current) setFilters({ q: next || undefined }, { replace: true })
  })
  useEffect(() => onTyped(debounced), [debounced])
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

type FilterSelectProps = { name: keyof UrlFilters; label: string; options: readonly Option[] }

/** One filter as a select; its value is in the URL. */
export function FilterSelect({ name, label, options }: FilterSelectProps) {
  const [filters, setFilters] = useFilters()
  const value = filters[name] ?? ''
  return (
    <select
      aria-label={label}
      data-filter
      value={value}
      onChange={(event) => setFilters({ [name]: event.target.value || undefined })}
      className={cx(
        'h-7.5 max-w-40 rounded-md border [field-sizing:content] bg-panel ps-2 pe-5 text-sm shadow-xs',
        value ? 'border-accent text-accent-text' : 'border-line-strong text-soft',
      )}
    >
      <option value="">{label}</option>
      <Options options={options} />
      {value && !options.some((option) => option.value === value) && <option value={value}>{value}</option>}
    </select>
  )
}

/** The end is exclusive: the first moment after the range. */
function rangeLabel(after: string | undefined, before: string | undefined): string {
  const last = before && new Date(Date.parse(before) - 1).toISOString()
  if (!last) return t('since {day}', { day: formatUtcDay(after!) })
  if (!after) return t('until {day}', { day: formatUtcDay(last) })
  if (after.slice(0, 10) === last.slice(0, 10)) return formatUtcDay(after)
  return `${formatUtcDay(after)} – ${formatUtcDay(last)}`
}

/** A date range that came with a link; a click removes it. */
export function FilterDays() {
  const [{ after, before }, setFilters] = useFilters()
  if (!after && !before) return null
  const label = rangeLabel(after, before)
  return (
    <button
      type="button"
      aria-label={t('Remove {name}', { name: label })}
      onClick={() => setFilters({ after: undefined, before: undefined })}
      className={cx(
        'inline-flex h-7.5 items-center gap-1.5 rounded-md border border-accent bg-panel px-2 text-sm',
        'text-accent-text shadow-xs',
      )}
    >
      {label}
      <X className="size-3.5" />
    </button>
  )
}

export function ClearFilters({ names }: { names: readonly (keyof UrlFilters)[] }) {
  const [filters, setFilters] = useFilters()
  if (!names.some((name) => filters[name])) return null
  return (
    <Button size="sm" variant="quiet" icon={X} onClick={() => setFilters(clearedFilters(names))}>
      {t('Clear')}
    </Button>
  )
}

export const clearedFilters = (names: readonly (keyof UrlFilters)[]): UrlFilters =>
  Object.fromEntries(names.map((name) => [name, undefined]))
