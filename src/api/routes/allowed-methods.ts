import { inventory } from '#contract/index.ts'
import type { Route } from '#contract/core/route.ts'
import type { Door } from '#api/auth/authenticator.ts'

const shapes = (Object.values(inventory) as Route[]).map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Which methods an address takes, for the 405 that tells so. */
export function allowedMethods(doors: Door[], url: string): string[] {
  const path = url.split('?', 1)[0]!
  const found = new Set<string>()
  for (const door of doors) {
    if (!path.startsWith(`${door.prefix}/`)) continue
    const rest = path.slice(door.prefix.length)
    for (const { route, pattern } of shapes) if (door.serves(route) && pattern.test(rest)) found.add(route.method)
  }
  return [...found].sort()
}
