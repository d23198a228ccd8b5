import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Filters = Record<string, string | undefined>

/** The filters of a screen are its address: a copied link is the same view, and back goes back. */
export function useFilters(): [Filters, (change: Filters, how?: { replace?: boolean }) => void] {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const set = useCallback(
    (change: Filters, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({ to: '.', search: ((before: Filters) => ({ ...before, ...change })) as never, replace }),
    [navigate],
  )
  return [filters, set]
}

/** Several values stand in one parameter, separated by commas. */
export const several = <T extends string>(text: string | undefined): T[] | undefined =>
  text ? (text.split(',') as T[]) : undefined
