import { inventory } from '#contract/index.ts'
import type { Route } from '#contract/core/route.ts'
import { openapiPath } from './openapi-route.ts'
import type { Authenticator } from '#api/pipeline/authenticator.ts'

const routePatterns = (Object.values(inventory) as Route[]).map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The methods that a path accepts, for 405 responses. */
export function allowedMethods(authenticators: Authenticator[], url: string): string[] {
  const path = url.split('?', 1)[0]!
  if (path === openapiPath) return ['GET']
  const found = new Set<string>()
  for (const authenticator of authenticators) {
    if (!path.startsWith(`${authenticator.prefix}/`)) continue
    const rest = path.slice(authenticator.prefix.length)
    for (const { route, pattern } of routePatterns)
      if (authenticator.serves(route) && pattern.test(rest)) found.add(route.method)
  }
  return [...found].sort()
}
