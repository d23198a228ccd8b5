import { useNavigate as useRouterNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Path, RouteName, routes } from './paths.ts'

/** Goes to a page of the app. */
export function useNavigate() {
  const navigate = useRouterNavigate()
  return useCallback(
    (to: Path, { replace = false }: { replace?: boolean } = {}) => navigate({ to, replace }),
    [navigate],
  )
}

type ParamName<R extends RouteName> = (typeof routes)[R]['pattern'] extends `${string}$${infer Name}` ? Name : never

/** The parameter of the current page, which is the one of the route or of one of the routes. */
export const useRouteParams = <R extends RouteName>(): { [N in ParamName<R>]: string } =>
  useParams({ strict: false }) as never

/** The path of the current page, and the same with its search parameters. */
export const usePathname = () => useRouterState({ select: ({ location }) => location.pathname })
export const useFullPath = () => useRouterState({ select: ({ location }) => location.pathname + location.searchStr })
