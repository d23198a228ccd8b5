import type { OutputOf } from '#web/api/client.ts'
import { t, translate } from '#web/i18n/t.ts'
import { keyToLabel } from '#web/labels.ts'

type Change = OutputOf<'getChangeSet'>['changes'][number]
type FieldChange = Change['fields'][number]

/** One write: what it does, to what, and each field from and to. */
export const ChangeRow = ({ number, change: { summary, subject, fields } }: { number: number; change: Change }) => (
  <li className="rounded-lg border border-line p-3">
    <p className="text-sm">
      <span className="mr-2 text-faint tabular-nums">{number}</span>
      <span className="font-medium">{translate(summary)}</span>
      {subject && <span className="text-soft"> · {subject}</span>}
    </p>
    {fields.length > 0 && (
      <dl className="mt-2 grid gap-1.5 text-sm">
        {fields.map((field) => (
          <FieldRow key={field.field} change={field} />
        ))}
      </dl>
    )}
  </li>
)

const FieldRow = ({ change: { field, before, after } }: { change: FieldChange }) => (
  <div className="grid grid-cols-[minmax(72px,20%)_minmax(0,1fr)] items-start gap-3">
    <dt className="text-xs leading-5 text-faint">{translate(keyToLabel(field.replaceAll('_', ' ')))}</dt>
    <dd className="min-w-0 break-words">
      {before !== null && (
        <>
          <del className="text-faint">{shown(field, before)}</del>
          <span className="mx-2 text-faint" aria-label={t('becomes')}>
            →
          </span>
        </>
      )}
      <ins className="no-underline">{shown(field, after)}</ins>
    </dd>
  </div>
)

/** Their values are constants such as PAIN_POINTS or in_progress. */
const constantFields = new Set(['sentiment', 'category', 'status', 'impact', 'effort', 'type', 'kind', 'state'])

const shown = (field: string, value: unknown) =>
  constantFields.has(field) && typeof value === 'string'
    ? translate(keyToLabel(value.replaceAll('_', ' ').toLowerCase()))
    : valueText(value)

const maxCharacters = 600
/** `$2.id`: a field of what an earlier change makes. */
const reference = /^\$(\d+)\./

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('empty')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join(', ') : t('empty')
  if (typeof value === 'object') return objectText(value as Record<string, unknown>)
  const text = String(value)
  const earlier = reference.exec(text)
  if (earlier) return t('Result of change {n}', { n: earlier[1]! })
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/** Objects are known by their names. */
function objectText(value: Record<string, unknown>): string {
  const name = value.name ?? value.title ?? value.text ?? value.content
  return typeof name === 'string' ? name : JSON.stringify(value).slice(0, maxCharacters)
}
