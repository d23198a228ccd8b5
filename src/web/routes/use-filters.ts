import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Search } from './paths.ts'

export type UrlFilters = Search

/** The filters of a page live in the URL: a copied link shows the same view, and Back undoes a change. */
export function useFilters(): [UrlFilters, (change: UrlFilters, how?: { replace?: boolean }) => void] {
  const filters = useSearch({ strict: false }) as UrlFilters
  const navigate = useNavigate()
  const set = useCallback(
    (change: UrlFilters, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({ to: '.', search: ((before: UrlFilters) => ({ ...before, ...change })) as never, replace }),
    [navigate],
  )
  return [filters, set]
}

/** A URL parameter with comma-separated values. */
export const parseList = <T extends string>(text: string | undefined): T[] | undefined =>
  text ? (text.split(',') as T[]) : undefined

/** The choice that a URL parameter names; the first one when it names none. */
export const selectedChoice = <T extends string>(choices: readonly T[], value: string | undefined): T =>
  choices.find((one) => one === value) ?? choices[0]!

/** The query of a list of plans: the chosen statuses, or all but the archived, which only a board has a column for. */
export function statusOrUnarchived({ status, view }: UrlFilters) {
  if (status) return { status: parseList(status) }
  return view === 'board' ? { include_archived: true } : {}
}
