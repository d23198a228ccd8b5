import type { ReactNode } from 'react'
import { Link } from '#web/routes/link.tsx'
import type { Path } from '#web/routes/paths.ts'

type Props = { to: Path; title?: string; className?: string; children: ReactNode }

/** The title of a row: opens the page, in a new tab with Ctrl or the middle button. Not draggable, since rows are. */
export const RowLink = ({ to, title, className = 'truncate font-medium', children }: Props) => (
  <Link to={to} title={title} draggable={false} className={`${className} hover:underline`}>
    {children}
  </Link>
)

/** The title of a row on a narrow screen; one line when it is short, else two. */
export const RowTitle = ({ to, isShort = false, children }: { to: Path; isShort?: boolean; children: ReactNode }) => (
  <p className={isShort ? 'truncate text-sm font-medium' : 'line-clamp-2 text-sm font-medium'}>
    <RowLink to={to} className="">
      {children}
    </RowLink>
  </p>
)
