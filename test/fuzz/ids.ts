import type { Kinds } from './resource-kinds.ts'

/* The ids seen during a run, so that generated requests can refer to existing resources. */

export type Whose = 'home' | 'other'
export type From = 'live' | 'gone' | 'foreign' | 'unknown'

/** A placeholder for an id, resolved when the request is sent. */
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

/** `beside`: other ids seen together with this one; an entry is deleted with its owner. */
type Entry = { id: string; beside: Record<string, string>; owner?: string; status?: string }
type IdLists = { live: Entry[]; gone: Entry[] }
/** What a response says about a resource. */
type Sighting = Partial<Omit<Entry, 'id'>>

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:user|org|evt)_[0-9a-f]{32}'
const anId = new RegExp(`^(?:${id})$`)
const anyId = new RegExp(id, 'g')
export const idsIn = (text: string) => text.match(anyId) ?? []

const recent = 40

export class KnownIds {
  private readonly lists = new Map<string, IdLists>()
  private readonly owners = new Map<string, Whose>()
  private readonly entries = new Map<string, Entry>()
  private readonly gone = new Set<string>()

  private listsOf(whose: Whose, kind: string): IdLists {
    const name = `${whose}/${kind}`
    let listsOf = this.lists.get(name)
    if (!listsOf) this.lists.set(name, (listsOf = { live: [], gone: [] }))
    return listsOf
  }

  /** One id may belong to several kinds: an interview is also feedback. */
  add(whose: Whose, kind: string, id: string, { beside = {}, owner, status }: Sighting = {}) {
    if ((this.owners.get(id) ?? whose) !== whose) return
    this.owners.set(id, whose)
    const known = this.entries.get(`${kind} ${id}`)
    const entry: Entry = known ?? { id, beside: {} }
    // Links change, and a merge moves resources to another owner.
    Object.assign(entry.beside, beside)
    if (owner) entry.owner = owner
    if (status) entry.status = status
    if (known) return
    this.entries.set(`${kind} ${id}`, entry)
    this.listsOf(whose, kind)[this.gone.has(id) ? 'gone' : 'live'].push(entry)
  }

  ownerOf = (id: string): Whose | undefined => this.owners.get(id)

  stateOf(id: string, whose: Whose): From {
    const owner = this.owners.get(id)
    if (owner === undefined) return 'unknown'
    if (owner !== whose) return 'foreign'
    return this.gone.has(id) ? 'gone' : 'live'
  }

  liveCount = (whose: Whose, kind: string) => this.listsOf(whose, kind).live.length

  ownedBy = (owner: string, whose: Whose, kind: string) =>
    this.listsOf(whose, kind)
      .live.filter((entry) => entry.owner === owner)
      .map(({ id }) => id)

  forget(whose: Whose, id: string) {
    if (this.owners.get(id) !== whose || this.gone.has(id)) return
    for (const [name, listsOf] of this.lists) {
      if (!name.startsWith(whose)) continue
      const lost = listsOf.live.filter((entry) => entry.id === id || entry.owner === id)
      if (!lost.length) continue
      for (const entry of lost) this.gone.add(entry.id)
      listsOf.gone.push(...lost)
      listsOf.live = listsOf.live.filter((entry) => !this.gone.has(entry.id))
    }
  }

  /** Prefers the newest matching entries: older ones are more likely merged or archived. */
  resolve(ref: IdRef, whose: Whose, matches: (entry: Entry) => boolean = () => true): Entry & { from: From } {
    const opposite: Whose = whose === 'home' ? 'other' : 'home'
    const owner = ref.from === 'foreign' ? opposite : whose
    const listsOf = this.listsOf(owner, ref.kind)
    const all = ref.from === 'unknown' ? [] : ref.from === 'gone' ? listsOf.gone : listsOf.live
    const entries = newest(all, matches)
    const entry = entries[ref.pick % Math.max(1, entries.length)] ?? all.at(-1)
    return entry ? { ...entry, from: ref.from } : { id: ref.spare, beside: {}, from: 'unknown' }
  }

  /** Records every id in a response by the name of its field. */
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
    if (own && kinds.isAddressed(kind)) this.add(whose, kind, own, sightingOf(fields, around, kinds.ownerOf(kind)))
    // Archived resources can be read, but not referenced in new requests.
    if (own && (typeof fields.archived_at === 'string' || fields.status === 'archived')) this.forget(whose, own)
    // The resources of a test delivery do not exist.
    if (fields.test !== true)
      for (const [name, value] of named)
        if (/^[a-z]+_id$/.test(name) && kinds.isAddressed(kinds.of(name))) this.add(whose, kinds.of(name), value)
    const inside = own ? { ...around, [kind]: own } : around
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'object' && !ignoredFields.has(name))
        this.learn(whose, kinds, value, name === 'data' ? kind : kinds.of(name), inside)
    }
  }
}

/** Fields whose ids are not resources of the organization. */
const ignoredFields = new Set(['competitors', 'payload', 'sample_payload'])

const newest = (entries: Entry[], matches: (entry: Entry) => boolean): Entry[] => {
  const found: Entry[] = []
  for (let i = entries.length - 1; i >= 0 && found.length < recent; i--)
    if (matches(entries[i]!)) found.push(entries[i]!)
  return found
}

const sightingOf = (
  fields: Record<string, unknown>,
  beside: Record<string, string>,
  ownerKind: string | undefined,
): Sighting => {
  const owner = ownerKind && beside[ownerKind]
  return { beside, ...(owner && { owner }), ...(typeof fields.status === 'string' && { status: fields.status }) }
}
