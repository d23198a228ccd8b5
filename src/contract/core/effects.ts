/**
 * The strongest thing that a write may do to what is stored: nothing; add to it; set the fields that the caller names;
 * replace a whole content or list, or many objects at once; or delete, merge, archive or revoke, now or later.
 */
type Effect = 'none' | 'adds' | 'updates' | 'overwrites' | 'removes'

/** A DELETE removes; every other write says what it does, per action if there are several. */
export type RouteEffect =
  | { method: 'GET' | 'DELETE'; effect?: never }
  | { method: 'POST' | 'PATCH'; effect: Effect | Readonly<Record<string, Effect>> }

/** A route with actions has one effect per action, any other a single one. */
export type CompleteEffects<T> = {
  [K in keyof T]: T[K] extends { actions: infer A }
    ? { effect: { [N in keyof A]: Effect } }
    : { effect?: Effect | undefined }
}

export function effectOf({ method, effect }: RouteEffect, action?: string): Effect {
  if (method === 'GET') return 'none'
  if (method === 'DELETE') return 'removes'
  const found = typeof effect === 'object' ? effect[action ?? ''] : effect
  if (found === undefined) throw new Error(`No effect is declared for the action ${action ?? ''}.`)
  return found
}

/** What existed before may be lost by it. */
export const isDestructive = (effect: Effect) => effect === 'overwrites' || effect === 'removes'
