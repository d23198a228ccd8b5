import { CircleCheck, FileSpreadsheet, Link2, type LucideIcon, MessageSquareText, Mic, X } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { storedPath } from '#web/routes/paths.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { withKeys } from '#web/ui/with-keys.ts'
import { InterviewFields } from './interview-fields.tsx'
import { LinkFields } from './link-fields.tsx'
import { thingKindLabels, thingSummary } from './summary.ts'
import type { Addition, ThingKind, RecognizedThing } from './types.ts'
import type { Additions } from './use-additions.ts'

const icons: Record<ThingKind, LucideIcon> = {
  item: MessageSquareText,
  items: MessageSquareText,
  interview: Mic,
  table: FileSpreadsheet,
  link: Link2,
}

type Props = { addition: Addition; additions: Additions }

/** Something recognized: what it is, what else it may be, and what is to be said of it. */
export function AdditionCard({ addition, additions }: Props) {
  const { part, source, status } = addition
  const Icon = icons[part.kind]
  const summary = thingSummary(part)
  return (
    <li className="grid gap-3 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon className="size-4 shrink-0 text-faint" />
        <div className="min-w-40 flex-1">
          <p className="text-sm font-medium break-words">{summary}</p>
          {source.file_name && <p className="text-xs break-all text-faint">{source.file_name}</p>}
        </div>
        {status === 'stored' ? <Stored addition={addition} /> : <Choices addition={addition} additions={additions} />}
      </div>
      {status !== 'stored' && <Details addition={addition} additions={additions} />}
      {status === 'failed' && (
        <p role="alert" className="text-sm text-neg-text">
          {addition.problem}
        </p>
      )}
    </li>
  )
}

function Choices({ addition, additions: { readAs, remove, busy } }: Props) {
  const { part, key } = addition
  const labels = thingKindLabels()
  return (
    <>
      {part.kinds.length > 1 && (
        <div className="w-40">
          <SelectField
            label={t('Read as')}
            hideLabel
            value={part.kind}
            disabled={busy}
            options={part.kinds.map((kind) => ({ value: kind, label: labels[kind] }))}
            onChange={(event) => void readAs(addition, event.target.value as ThingKind)}
          />
        </div>
      )}
      <IconButton label={t('Remove {name}', { name: thingSummary(part) })} icon={X} onClick={() => remove(key)} />
    </>
  )
}

const Stored = ({ addition: { part, path } }: { addition: Addition }) => (
  <span className="flex items-center gap-2 text-sm">
    <CircleCheck className="size-4 shrink-0 text-pos" />
    {path === undefined && t('Added')}
    {path !== undefined && (
      <Link to={storedPath(path)} className="text-accent-text hover:underline">
        {part.table ? t('Map the columns') : t('Connected: see what comes in')}
      </Link>
    )}
  </span>
)

function Details({ addition, additions }: Props) {
  const { part } = addition
  if (part.interview) return <InterviewFields addition={addition} interview={part.interview} edit={additions.edit} />
  if (part.link) return <LinkDetails addition={addition} additions={additions} />
  if (part.table) return <TableNote table={part.table} />
  return <Items items={part.items} />
}

function LinkDetails({ addition, additions }: Props) {
  const { isAdmin } = useSession()
  if (!isAdmin) return <p className="text-sm text-soft">{t('Ask an admin of your organization to connect it.')}</p>
  return <LinkFields addition={addition} link={addition.part.link!} edit={additions.edit} />
}

const maxShown = 5

const Items = ({ items }: { items: RecognizedThing['items'] }) => (
  <ol className="grid gap-1 text-sm text-soft">
    {withKeys(items.slice(0, maxShown), String).map(([key, text]) => (
      <li key={key} className="line-clamp-2 border-s-2 border-line ps-2">
        {text}
      </li>
    ))}
    {items.length > maxShown && (
      <li className="text-xs text-faint">{t('and {count} more', { count: items.length - maxShown })}</li>
    )}
  </ol>
)

const TableNote = ({ table: { headers, missing } }: { table: NonNullable<RecognizedThing['table']> }) => (
  <p className="text-xs break-words text-faint">
    {t('Columns')}: {headers.join(', ')}
    {missing.length > 0 && (
      <span className="block text-warn-text">
        {t('Some columns need your help: you map them after “Import”, and nothing is imported before.')}
      </span>
    )}
  </p>
)
