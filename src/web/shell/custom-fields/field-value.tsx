import { formatNumber, formatUtcDay } from '#web/ui/time.tsx'
import { useMembers } from '#web/shell/members.tsx'
import { Chip } from '#web/ui/badges.tsx'
import type { FieldDefinition, CustomValues } from './labels.ts'

type Value = CustomValues[string] | undefined
type Props = { field: FieldDefinition; value: Value }

const maxChips = 2

/** A value in a list. */
export function FieldValue({ field, value }: Props) {
  if (value === undefined) return null
  if (field.kind === 'person') return <PersonName user={String(value)} />
  if (field.kind === 'link') return <LinkValue url={String(value)} />
  if (typeof value === 'object') return <OptionChips field={field} keys={value} />
  if (field.kind === 'select') return <OptionChips field={field} keys={[String(value)]} />
  return <span className="text-xs text-soft tabular-nums">{valueText(field, value)}</span>
}

const optionName = ({ options }: FieldDefinition, key: string) => options.find((one) => one.key === key)?.name ?? key

/** A value as text, without the name of a person. */
export function valueText(field: FieldDefinition, value: string | number): string {
  if (typeof value === 'number') return formatNumber(value, 4)
  if (field.kind === 'date') return formatUtcDay(value)
  return field.kind === 'select' || field.kind === 'multi_select' ? optionName(field, value) : value
}

const OptionChips = ({ field, keys }: { field: FieldDefinition; keys: readonly string[] }) => (
  <span className="flex min-w-0 gap-1 overflow-hidden" title={keys.map((key) => optionName(field, key)).join(', ')}>
    {keys.slice(0, maxChips).map((key) => (
      <Chip key={key}>{optionName(field, key)}</Chip>
    ))}
    {keys.length > maxChips && <Chip>+{keys.length - maxChips}</Chip>}
  </span>
)

function PersonName({ user }: { user: string }) {
  const { nameOf } = useMembers()
  return <span className="text-xs text-soft">{nameOf(user)}</span>
}

const LinkValue = ({ url }: { url: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noreferrer"
    className="text-xs text-accent-text hover:underline"
    onClick={(event) => event.stopPropagation()}
  >
    {url.replace(/^https?:\/\//, '')}
  </a>
)
