import type { ReactNode } from 'react'

type Props = { to: string; title?: string; className?: string; children: ReactNode }

/** A link inside a row that opens by itself: only for "open in a new tab". */
export const RowLink = ({ to, title, className = 'truncate font-medium', children }: Props) => (
  <a href={to} tabIndex={-1} title={title} onClick={(event) => event.preventDefault()} className={className}>
    {children}
  </a>
)
