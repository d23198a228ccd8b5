import type { Kinds } from './kinds.ts'

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

/** What it stands beside may be anything it was seen with; without its owner it is not there. */
type Entry = { id: string; beside: Record<string, string>; owner?: string; status?: string }
type Shelf = { live: Entry[]; gone: Entry[] }
/** What is known of a thing where its id is met. */
type Seen = Partial<Omit<Entry, 'id'>>

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:user|org|evt)_[0-9a-f]{32}'
const anId = new RegExp(`^(?:${id})$`)
const anyId = new RegExp(id, 'g')
export const idsIn = (text: string) => text.match(anyId) ?? []

const recent = 40

export class KnownIds {
  private readonly shelves = new Map<string, Shelf>()
  private readonly owners = new Map<string, Whose>()
  private readonly entries = new Map<string, Entry>()
  private readonly gone = new Set<string>()

  private shelf(whose: Whose, kind: string): Shelf {
    const name = `${whose}/${kind}`
    let shelf = this.shelves.get(name)
    if (!shelf) this.shelves.set(name, (shelf = { live: [], gone: [] }))
    return shelf
  }

  /** One id may stand for things of several kinds: an interview is feedback too. */
  add(whose: Whose, kind: string, id: string, { beside = {}, owner, status }: Seen = {}) {
    if ((this.owners.get(id) ?? whose) !== whose) return
    this.owners.set(id, whose)
    const known = this.entries.get(`${kind} ${id}`)
    const entry: Entry = known ?? { id, beside: {} }
    // Links come and go, and a merge moves things to another owner.
    Object.assign(entry.beside, beside)
    if (owner) entry.owner = owner
    if (status) entry.status = status
    if (known) return
    this.entries.set(`${kind} ${id}`, entry)
    this.shelf(whose, kind)[this.gone.has(id) ? 'gone' : 'live'].push(entry)
  }

  ownerOf = (id: string): Whose | undefined => this.owners.get(id)

  stateOf(id: string, whose: Whose): From {
    const owner = this.owners.get(id)
    if (owner === undefined) return 'unknown'
    return owner !== whose ? 'foreign' : this.gone.has(id) ? 'gone' : 'live'
  }

  liveCount = (whose: Whose, kind: string) => this.shelf(whose, kind).live.length

  ownedBy = (owner: string, whose: Whose, kind: string) =>
    this.shelf(whose, kind)
      .live.filter((entry) => entry.owner === owner)
      .map(({ id }) => id)

  forget(whose: Whose, id: string) {
    if (this.owners.get(id) !== whose || this.gone.has(id)) return
    for (const [name, shelf] of this.shelves) {
      if (!name.startsWith(whose)) continue
      const lost = shelf.live.filter((entry) => entry.id === id || entry.owner === id)
      if (!lost.length) continue
      for (const entry of lost) this.gone.add(entry.id)
      shelf.gone.push(...lost)
      shelf.live = shelf.live.filter((entry) => !this.gone.has(entry.id))
    }
  }

  /** The newest come first, because the oldest are the likeliest to have been merged or archived away; of those, the ones that suit. */
  settle(ref: IdRef, whose: Whose, suits: (entry: Entry) => boolean = () => true): Entry & { from: From } {
    const owner: Whose = ref.from === 'foreign' ? (whose === 'home' ? 'other' : 'home') : whose
    const shelf = this.shelf(owner, ref.kind)
    const all = ref.from === 'unknown' ? [] : ref.from === 'gone' ? shelf.gone : shelf.live
    const entries = newest(all, suits)
    const entry = entries[ref.pick % Math.max(1, entries.length)] ?? all.at(-1)
    return entry ? { ...entry, from: ref.from } : { id: ref.spare, beside: {}, from: 'unknown' }
  }

  /** Takes in every id an answer speaks of, by the name it goes under. */
  learn(whose: Whose, kinds: Kinds, body: unknown, kind = kinds.answered, beside: Record<string, string> = {}) {
    if (Array.isArray(body)) return body.forEach((item) => this.learn(whose, kinds, item, kind, beside))
    if (body === null || typeof body !== 'object') return
    const fields = body as Record<string, unknown>
    if (fields.deleted === true) return
    const named = Object.entries(fields).filter(
      (field): field is [string, string] =>
        field[0].endsWith('_id') && typeof field[1] === 'string' && anId.test(field[1]),
    )
    const around = { ...beside, ...Object.fromEntries(named.map(([name, value]) => [kinds.of(name), value])) }
    const own = typeof fields.id === 'string' && anId.test(fields.id) ? fields.id : undefined
    delete around[kind]
    if (own && kinds.isAddressed(kind)) this.add(whose, kind, own, seenOf(fields, around, kinds.ownerOf(kind)))
    // An archived thing is there to be read, but not to be named in new requests.
    if (own && (typeof fields.archived_at === 'string' || fields.status === 'archived')) this.forget(whose, own)
    // What a test delivery tells of never was.
    if (fields.test !== true)
      for (const [name, value] of named)
        if (/^[a-z]+_id$/.test(name) && kinds.isAddressed(kinds.of(name))) this.add(whose, kinds.of(name), value)
    const inside = own ? { ...around, [kind]: own } : around
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'object' && !onlySpokenOf.has(name))
        this.learn(whose, kinds, value, name === 'data' ? kind : kinds.of(name), inside)
    }
  }
}

/** Competitors that research is going to look for, and samples. */
const onlySpokenOf = new Set(['competitors', 'payload', 'sample_payload'])

const newest = (entries: Entry[], suits: (entry: Entry) => boolean): Entry[] => {
  const found: Entry[] = []
  for (let i = entries.length - 1; i >= 0 && found.length < recent; i--) if (suits(entries[i]!)) found.push(entries[i]!)
  return found
}

const seenOf = (
  fields: Record<string, unknown>,
  beside: Record<string, string>,
  ownerKind: string | undefined,
): Seen => {
  const owner = ownerKind && beside[ownerKind]
  return { beside, ...(owner && { owner }), ...(typeof fields.status === 'string' && { status: fields.status }) }
}
