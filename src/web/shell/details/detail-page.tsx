import type { ComponentProps, ReactNode } from 'react'
import { EarshotError } from '#web/api/client.ts'
import { Link } from '#web/routes/link.tsx'
import type { Path } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

type Props<T> = Pick<ComponentProps<typeof Page>, 'parent' | 'toolbar'> & {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** The name of the object; of its kind as long as it is not loaded. */
  title: string
  /** What was not found, in the error message. */
  what: string
  note?: (loaded: T) => ReactNode
  actions?: (loaded: T) => ReactNode
  /** What is shown of an object that was merged into another one. */
  merged?: MergedTexts
  children: (loaded: T) => ReactNode
}

/** The page of one object: its name, what can be done with it, and its content or why there is none. */
export function DetailPage<T>({ query, what, note, actions, merged, children, ...page }: Props<T>) {
  const { data, error } = query
  const mergedInto = error instanceof EarshotError && error.code === 'MERGED' ? error.replacementId : undefined
  return (
    <Page {...page} note={data !== undefined && note?.(data)} actions={data !== undefined && actions?.(data)}>
      {merged && mergedInto ? (
        <MergedNotice {...merged} into={mergedInto} />
      ) : (
        <QueryState query={query} what={what}>
          {children}
        </QueryState>
      )}
    </Page>
  )
}

type MergedTexts = { text?: string; link: string; to: (id: string) => Path }

const MergedNotice = ({ text, link, to, into }: MergedTexts & { into: string }) => (
  <p className="py-10 text-center text-soft">
    {text}{' '}
    <Link to={to(into)} className="text-accent-text underline">
      {link}
    </Link>
  </p>
)
