/** Something a client did: when it began and ended on a clock both clients share, and what it saw. */
export type Event<Request> = { request: Request; seen: unknown; begun: number; ended: number }

/** What a request does to a state, and what its client must see. */
export type Model<State, Request> = (state: State, request: Request) => { next: State; seen: unknown }

/**
 * Looks for one order of all events in which every client saw what the model says, nobody is put before somebody who had already been answered,
 * and the end is the state that was found. None means that an acknowledged write was lost or two of them were mixed.
 */
export function linearize<State, Request>(
  clients: readonly (readonly Event<Request>[])[],
  model: Model<State, Request>,
  start: State,
  end: State,
): Event<Request>[] | undefined {
  const failed = new Set<string>()
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

  function from(places: readonly number[], state: State): Event<Request>[] | undefined {
    const waiting = clients.map((events, client) => events[places[client]!])
    if (waiting.every((event) => event === undefined)) return same(state, end) ? [] : undefined
    const here = JSON.stringify([places, state])
    if (failed.has(here)) return undefined
    for (const [client, event] of waiting.entries()) {
      if (!event || waiting.some((other) => other && other.ended < event.begun)) continue
      const { next, seen } = model(state, event.request)
      if (!same(seen, event.seen)) continue
      const rest = from(
        places.map((place, i) => (i === client ? place + 1 : place)),
        next,
      )
      if (rest) return [event, ...rest]
    }
    failed.add(here)
    return undefined
  }
  return from(
    clients.map(() => 0),
    start,
  )
}
