import type { Operation } from './document.ts'

/* Which ids are known to the run, so that a drawn request can name a thing that exists. */

export type Whose = 'home' | 'other'
export type From = 'live' | 'gone' | 'foreign' | 'unknown'

/** A place in a request where an id belongs; which one is settled when the request is sent. */
export class IdRef {
  readonly kind: string
  readonly pick: number
  readonly from: From
  readonly spare: string
  constructor(kind: string, pick: number, from: From, spare: string) {
    this.kind = kind
    this.pick = pick
    this.from = from
    this.spare = spare
  }
}

type Entry = { id: string; parents: Record<string, string> }
type Shelf = { live: Entry[]; gone: Entry[] }

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:user|org)_[0-9a-f]{32}'
const anId = new RegExp(`^(?:${id})$`)
const anyId = new RegExp(id, 'g')
export const idsIn = (text: string) => text.match(anyId) ?? []

/** insightId, insight_id, insight_ids, source_insight_ids, insights: all speak of an insight; npsResponseId speaks of what stands below /nps/responses. */
export const kindOf = (name: string): string =>
  singular(name.replace(/(_ids?|Ids?)$/, '').split(/[_-]/).at(-1)!.toLowerCase())
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

/** What the things an operation answers with are called: the last collection in its path. */
export const kindAnswered = (operation: Operation): string => {
  const segments = operation.path.split('/').filter(Boolean)
  const last = segments.findLastIndex((part, i) => !part.startsWith('{') && (part.endsWith('s') || i === 0))
  return (segments[0] === 'nps' ? 'nps' : '') + kindOf(segments[last]!)
}

const recent = 40

export class KnownIds {
  private readonly shelves = new Map<string, Shelf>()
  private readonly owners = new Map<string, Whose>()
  private readonly gone = new Set<string>()

  private shelf(whose: Whose, kind: string): Shelf {
    const name = `${whose}/${kind}`
    let shelf = this.shelves.get(name)
    if (!shelf) this.shelves.set(name, (shelf = { live: [], gone: [] }))
    return shelf
  }

  add(whose: Whose, kind: string, id: string, parents: Record<string, string> = {}) {
    const known = this.owners.get(id)
    if (known === undefined) {
      this.owners.set(id, whose)
      this.shelf(whose, kind).live.push({ id, parents })
    } else if (known === whose) {
      // A merge moves things to another parent.
      const entry = this.shelf(whose, kind).live.find((other) => other.id === id)
      if (entry) Object.assign(entry.parents, parents)
    }
  }

  ownerOf = (id: string): Whose | undefined => this.owners.get(id)

  stateOf(id: string, whose: Whose): From {
    const owner = this.owners.get(id)
    if (owner === undefined) return 'unknown'
    return owner !== whose ? 'foreign' : this.gone.has(id) ? 'gone' : 'live'
  }

  liveCount = (whose: Whose, kind: string) => this.shelf(whose, kind).live.length

  forget(whose: Whose, id: string) {
    if (this.owners.get(id) !== whose || this.gone.has(id)) return
    this.gone.add(id)
    for (const [name, shelf] of this.shelves) {
      if (!name.startsWith(whose)) continue
      const lost = (entry: Entry) => entry.id === id || Object.values(entry.parents).includes(id)
      for (const entry of shelf.live.filter(lost)) this.gone.add(entry.id)
      shelf.gone.push(...shelf.live.filter(lost))
      shelf.live = shelf.live.filter((entry) => !lost(entry))
    }
  }

  /** The newest come first, because the oldest are the likeliest to have been merged or archived away. */
  settle(ref: IdRef, whose: Whose): Entry & { from: From } {
    const owner: Whose = ref.from === 'foreign' ? (whose === 'home' ? 'other' : 'home') : whose
    const shelf = this.shelf(owner, ref.kind)
    const entries = ref.from === 'unknown' ? [] : ref.from === 'gone' ? shelf.gone : shelf.live
    const entry = entries.at(-1 - (ref.pick % Math.min(recent, Math.max(1, entries.length))))
    return entry ? { ...entry, from: ref.from } : { id: ref.spare, parents: {}, from: 'unknown' }
  }

  /** Takes in every id an answer speaks of, by the name it goes under. */
  learn(whose: Whose, kind: string, body: unknown) {
    if (Array.isArray(body)) return body.forEach((item) => this.learn(whose, kind, item))
    if (body === null || typeof body !== 'object') return
    const fields = body as Record<string, unknown>
    if (fields.deleted === true) return
    const isReference = (field: [string, unknown]): field is [string, string] => field[0].endsWith('_id') && typeof field[1] === 'string'
    const named = Object.entries(fields).filter(isReference)
    const parents = Object.fromEntries(named.map(([name, value]) => [kindOf(name), value]))
    if (typeof fields.id === 'string' && anId.test(fields.id)) {
      this.add(whose, kind, fields.id, parents)
      // An archived thing is there to be read, but not to be named in new requests.
      if (typeof fields.archived_at === 'string' || fields.status === 'archived') this.forget(whose, fields.id)
    }
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string' && /^[a-z]+_id$/.test(name) && anId.test(value)) this.add(whose, kindOf(name), value)
      else if (typeof value === 'object') this.learn(whose, name === 'data' ? kind : kindOf(name), value)
    }
  }
}
