/* What kind of thing an id belongs to, told from the addresses of the document. */

export type Kinds = {
  /** What the answers of an operation are about. */
  answered: string
  /** What the fields of an answer name, where that is another family’s way. */
  inAnswer?: Kinds
  /** What a parameter or field of this operation names. */
  of(name: string): string
  /** Whether there is an address for one of them, so that knowing its id is of use. */
  isAddressed(kind: string): boolean
  /** What a thing cannot be without: a quote its insight, a question its survey. */
  ownerOf(kind: string): string | undefined
}

/** insightId, insight_id, insight_ids, insights: all speak of an insight; inboundEventId and inbound_event_id of an inbound event. */
const wordOf = (name: string): string =>
  singular(
    name
      .replace(/(_ids?|(?<=[a-z])Id)$/, '')
      .replace(/[_-]/g, '')
      .toLowerCase(),
  )
/** source_insight_ids speaks of insights too. */
const lastWordOf = (name: string): string =>
  wordOf(
    name
      .replace(/_ids?$/, '')
      .split('_')
      .at(-1)!,
  )
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

const isParam = (part: string | undefined) => part?.startsWith('{') ?? false
const partsOf = (path: string) => path.split('/').filter(Boolean)

/** A collection and the name of the things in it, for every address that leads to one of them. */
type Place = { collection: string[]; name: string }
const placesOf = (paths: string[]): Place[] =>
  paths
    .map(partsOf)
    .flatMap((parts) =>
      parts.flatMap((part, i) =>
        i > 0 && part.endsWith('Id}') ? [{ collection: parts.slice(0, i), name: part.slice(1, -1) }] : [],
      ),
    )

export function kindsIn(paths: string[]): (path: string) => Kinds {
  const places = placesOf(paths)
  const onTop = new Set(places.filter(({ collection }) => collection.length === 1).map(({ name }) => wordOf(name)))
  // A family that has a collection of its own of things that others have too speaks of its own: /competitors/insights, not /insights.
  const own = new Set(
    places
      .filter(({ collection, name }) => collection.length > 1 && !collection.some(isParam) && onTop.has(wordOf(name)))
      .map(({ collection, name }) => familyOf(collection) + wordOf(name)),
  )
  const kindIn = (family: string, word: string) => (own.has(family + word) ? family + word : word)
  const owners = new Map(
    places.flatMap(({ collection, name }): [string, string][] => {
      const owner = collection.findLast(isParam)
      return owner === undefined || onTop.has(wordOf(name)) ? [] : [[wordOf(name), wordOf(owner.slice(1, -1))]]
    }),
  )
  const named = new Map(
    places.map(({ collection, name }) => [collection.join('/'), kindIn(familyOf(collection), wordOf(name))]),
  )
  const addressed = new Set([...named.values(), 'user', 'org'])
  const kindsOf = (path: string): Kinds => {
    const parts = partsOf(path)
    const inFamily = (word: string) => kindIn(familyOf(parts), word)
    const of = (name: string) =>
      addressed.has(inFamily(wordOf(name))) || !/_ids?$/.test(name)
        ? inFamily(wordOf(name))
        : inFamily(lastWordOf(name))
    const last = parts.findLast((part) => !isParam(part))!
    const like = elsewhere[path]
    const answered =
      namedBy(parts, named) ??
      (addressed.has(of(last)) || last.endsWith('s') ? of(last) : (deepest(parts, named) ?? of(last)))
    return {
      answered,
      ...(like && { inAnswer: kindsOf(like) }),
      of,
      isAddressed: (kind) => addressed.has(kind),
      ownerOf: (kind) => owners.get(kind),
    }
  }
  return kindsOf
}

/** Addresses that answer as another one does. */
const elsewhere: Record<string, string> = {
  '/competitors/promote': '/opportunities',
  '/competitors/opportunity-teasers/{teaserId}': '/competitors/insights',
  '/webhooks/{webhookId}/test': '/webhooks/{webhookId}/deliveries',
}

/** The collection that an address is, or is a thing of. */
const namedBy = (parts: string[], named: Map<string, string>) =>
  named.get((isParam(parts.at(-1)) ? parts.slice(0, -1) : parts).join('/'))

const deepest = (parts: string[], named: Map<string, string>) =>
  parts.map((_, i) => named.get(parts.slice(0, parts.length - i).join('/'))).find((kind) => kind !== undefined)

const familyOf = (parts: string[]) =>
  parts.some((part) => part.startsWith('competitor')) ? 'competitor' : singular(parts[0]!)
