import { CircleAlert, CircleCheck } from 'lucide-react'
import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { formatDateTime, formatNumber } from '#web/ui/time.tsx'
import { withKeys } from '#web/ui/with-keys.ts'
import { recordLabels } from './record-labels.ts'

type Preview = OutputOf<'testIntegrationConnection'>
type Fields = Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const titleOf = (fields: Fields) => textOf(fields.subject) ?? textOf(fields.title)
const bodyOf = (fields: Fields) =>
  textOf(fields.content) ?? textOf(fields.body) ?? textOf(fields.reason) ?? textOf(fields.name)
const timeOf = (fields: Fields) =>
  textOf(fields.occurred_at) ?? textOf(fields.opened_at) ?? textOf(fields.responded_at) ?? textOf(fields.sent_at)

/** The first items, as they will look. */
export const PullPreviewList = ({ records, total }: Pick<Preview, 'records' | 'total'>) => (
  <section className="grid gap-2" aria-label={t('First items')}>
    <p role="status" className="flex items-center gap-1.5 text-sm text-pos-text">
      <CircleCheck className="size-4" />
      {total === null
        ? t('The connection works.')
        : t('The connection works: about {count} items of the last 90 days.', { count: formatNumber(total) })}
    </p>
    {records.length === 0 && <p className="text-sm text-faint">{t('There is nothing from the last 90 days.')}</p>}
    <ul className="grid gap-2">
      {withKeys(records, ({ fields }) => JSON.stringify(fields)).map(([key, { type, fields }]) => (
        <li key={key} className="rounded-lg border border-line px-3 py-2">
          <p className="flex items-center gap-2">
            <Chip>{recordLabels()[type]}</Chip>
            <span className="min-w-0 flex-1 truncate text-sm font-medium">{titleOf(fields)}</span>
            {timeOf(fields) && <span className="text-xs text-faint">{formatDateTime(timeOf(fields)!)}</span>}
          </p>
          <p className="mt-1 line-clamp-2 text-sm text-soft">{bodyOf(fields)}</p>
        </li>
      ))}
    </ul>
  </section>
)

/** What went wrong and what to do. */
export const PullErrorAlert = ({ message, action }: { message: string; action?: string }) => (
  <div role="alert" className="flex gap-2 rounded-lg border border-line bg-sunken px-3 py-2 text-sm">
    <CircleAlert className="mt-0.5 size-4 shrink-0 text-neg-text" />
    <div className="grid gap-0.5">
      <p className="font-medium">{message}</p>
      {action && <p className="text-soft">{action}</p>}
    </div>
  </div>
)
