/* The kind of resource that an id belongs to, derived from the documented paths. */

export type Kinds = {
  /** The kind of resource in the response. */
  answered: string
  /** Kinds of the fields of the response, where they differ from those of the request. */
  inAnswer?: Kinds
  /** The kind that a parameter or field refers to. */
  of(name: string): string
  /** Whether a path exists for the kind, so that its ids are useful. */
  isAddressed(kind: string): boolean
  /** The kind of the parent: an insight for a quote, a survey for a question. */
  ownerOf(kind: string): string | undefined
}

/** insightId, insight_id, insight_ids, insights → insight; inboundEventId, inbound_event_id → inboundevent. */
const wordOf = (name: string): string =>
  singular(
    name
      .replace(/(_ids?|(?<=[a-z])Id)$/, '')
      .replace(/[_-]/g, '')
      .toLowerCase(),
  )
/** source_insight_ids → insight. */
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

/** A collection and the parameter of its resources, for every path of a single resource. */
type ResourcePath = { collection: string[]; name: string }
const resourcePathsOf = (paths: string[]): ResourcePath[] =>
  paths
    .map(partsOf)
    .flatMap((parts) =>
      parts.flatMap((part, i) =>
        i > 0 && part.endsWith('Id}') ? [{ collection: parts.slice(0, i), name: part.slice(1, -1) }] : [],
      ),
    )

export function kindsIn(paths: string[]): (path: string) => Kinds {
  const resourcePaths = resourcePathsOf(paths)
  const topLevel = new Set(
    resourcePaths.filter(({ collection }) => collection.length === 1).map(({ name }) => wordOf(name)),
  )
  // A family with its own collection of a shared kind refers to its own: /competitors/insights, not /insights.
  const own = new Set(
    resourcePaths
      .filter(
        ({ collection, name }) => collection.length > 1 && !collection.some(isParam) && topLevel.has(wordOf(name)),
      )
      .map(({ collection, name }) => familyOf(collection) + wordOf(name)),
  )
  const kindIn = (family: string, word: string) => (own.has(family + word) ? family + word : word)
  const owners = new Map(
    resourcePaths.flatMap(({ collection, name }): [string, string][] => {
      const owner = collection.findLast(isParam)
      return owner === undefined || topLevel.has(wordOf(name)) ? [] : [[wordOf(name), wordOf(owner.slice(1, -1))]]
    }),
  )
  const named = new Map(
    resourcePaths.map(({ collection, name }) => [collection.join('/'), kindIn(familyOf(collection), wordOf(name))]),
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
    const like = respondsLike[path]
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

/** Paths whose responses look like those of another path. */
const respondsLike: Record<string, string> = {
  '/competitors/promote': '/opportunities',
  '/competitors/opportunity-teasers/{teaserId}': '/competitors/insights',
  '/webhooks/{webhookId}/test': '/webhooks/{webhookId}/deliveries',
}

/** The collection that a path is, or belongs to. */
const namedBy = (parts: string[], named: Map<string, string>) =>
  named.get((isParam(parts.at(-1)) ? parts.slice(0, -1) : parts).join('/'))

const deepest = (parts: string[], named: Map<string, string>) =>
  parts.map((_, i) => named.get(parts.slice(0, parts.length - i).join('/'))).find((kind) => kind !== undefined)

const familyOf = (parts: string[]) =>
  parts.some((part) => part.startsWith('competitor')) ? 'competitor' : singular(parts[0]!)
