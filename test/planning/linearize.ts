/** A request of a client with its start and end on a shared clock, and the observed response. */
export type Event<Request> = { request: Request; observed: unknown; startedAt: number; endedAt: number }

/** The next state after a request, and the response that its client must observe. */
export type Model<State, Request> = (state: State, request: Request) => { next: State; observed: unknown }

/**
 * Searches for a linearization: an order of all events that explains every response and the final state, and keeps
 * the order of requests that did not overlap. Undefined means that a write was lost or two writes were mixed.
 */
export function linearize<State, Request>(
  clients: readonly (readonly Event<Request>[])[],
  model: Model<State, Request>,
  start: State,
  end: State,
): Event<Request>[] | undefined {
  const failed = new Set<string>()
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

  function search(positions: readonly number[], state: State): Event<Request>[] | undefined {
    const pending = clients.map((events, client) => events[positions[client]!])
    if (pending.every((event) => event === undefined)) return same(state, end) ? [] : undefined
    const stateKey = JSON.stringify([positions, state])
    if (failed.has(stateKey)) return undefined
    for (const [client, event] of pending.entries()) {
      if (!event || pending.some((other) => other && other.endedAt < event.startedAt)) continue
      const { next, observed: expected } = model(state, event.request)
      if (!same(expected, event.observed)) continue
      const rest = search(
        positions.map((position, i) => (i === client ? position + 1 : position)),
        next,
      )
      if (rest) return [event, ...rest]
    }
    failed.add(stateKey)
    return undefined
  }
  return search(
    clients.map(() => 0),
    start,
  )
}
