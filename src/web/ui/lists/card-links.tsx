import type { ReactNode } from 'react'
import { Link } from '#web/routes/link.tsx'
import type { Path } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { NoRows } from './card-rows.tsx'
import { formatNumber } from '#web/ui/time.tsx'

/** The link at the head of a card, to all of what it shows some of. */
export const CardLink = ({ to, children }: { to: Path; children: ReactNode }) => (
  <Link to={to} className="text-xs font-medium text-accent-text hover:underline">
    {children}
  </Link>
)

/** A count that leads to what was counted. */
export const CountLink = ({ to, count }: { to: Path; count: number }) => (
  <Link to={to} className="font-medium text-accent-text hover:underline">
    {formatNumber(count)}
  </Link>
)

type LinkRow = { id: string; to: Path; name: string; color?: string; end?: ReactNode }
type Props = { title: string; rows: readonly LinkRow[]; empty?: string }

/** Links to objects in a card, each with a count or a date at its end. */
export const LinksCard = ({ title, rows, empty }: Props) => (
  <Card title={title} flush>
    {rows.length === 0 && empty && <NoRows>{empty}</NoRows>}
    <ul className="pb-2">
      {rows.map(({ id, to, name, color, end }) => (
        <li key={id}>
          <Link to={to} className="flex items-center gap-2.5 px-4 py-1.5 hover:bg-hover">
            {color && <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />}
            <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
            <span className="text-xs text-faint tabular-nums">{end}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)

type LinkLineProps = { to: Path; name: string; end?: ReactNode }

/** A link in one line, with what is shown at its end. */
export const LinkLine = ({ to, name, end }: LinkLineProps) => (
  <li className="flex min-w-0 items-center gap-2">
    <Link to={to} className="min-w-0 flex-1 truncate text-sm hover:underline">
      {name}
    </Link>
    {end}
  </li>
)
