import type { Operation } from './document.ts'
import type { Draft, Identity } from './drafts.ts'
import { idsIn, IdRef, type KnownIds, type Whose } from './ids.ts'
import type { RequestJudge } from './judge-request.ts'
import type { Cursors } from './cursors.ts'
import type { Fitness } from './fitness.ts'
import { spoils } from './spoils.ts'

/** A request ready to send, and what its answer may be. */
export type Request = {
  identity: Identity
  whose: Whose
  method: string
  path: string
  headers: [string, string][]
  body?: Buffer
  /** The body as a value, when it went out as one. */
  sent?: unknown
  /** good: must not be called invalid. bad: must be refused. open: either. */
  expect: 'good' | 'bad' | 'open'
  /** From the innermost to the outermost, with the state each was known to be in. */
  pathIds: { kind: string; id: string; status?: string }[]
  brokenAddress: boolean
  query: [string, string][]
}

export type Sender = {
  ids: KnownIds
  fitness: Fitness
  cursors: Cursors
  keys: Record<Identity, string | null>
  run: string
}

/** Fills in the ids and says what must become of it. */
export function settle(
  operation: Operation,
  draft: Draft,
  judge: RequestJudge,
  { ids, fitness, cursors, keys, run }: Sender,
): Request {
  const whose: Whose = draft.identity === 'other' ? 'other' : 'home'
  const { params, pathIds } = settlePath(operation, draft, whose, ids, fitness)
  const resolve = resolver(operation, ids, whose, pathIds)
  const followed = draft.cursor && cursors.find(operation, whose, draft.cursor)
  const query = followed?.own
    ? followed.query
    : queryPairs(resolve(draft.query) as Record<string, unknown>, followed?.query.at(-1))
  const path = `${followed?.own ? followed.path : pathOf(operation, params)}${searchOf(query, draft.rawQuery)}`
  const value =
    typeof draft.body === 'object' ? (JSON.parse(JSON.stringify(resolve(draft.body))) as unknown) : draft.body
  const { body, headers, ...how } = bodyOf(draft, value)
  const spoilt =
    draft.spoil && large.has(draft.spoil.name) && judge.body(JSON.parse(String(body))) ? 'open' : how.spoilt
  const valid = judge.params(params) && judge.query(query) && judge.body(value)
  const misled = draft.cursor?.own === false && followed !== undefined
  const expectation = (): Request['expect'] => {
    if (operation.open) return 'open'
    // A body that is left out or replaced is not the one that was drawn.
    if (draft.sure || misled || spoilt === 'sure' || (!valid && spoilt !== 'open')) return 'bad'
    const naming = followed?.own ? path : `${Object.values(params).join('/')} ${JSON.stringify(value) ?? ''}`
    return spoilt ? 'open' : expectIds(naming, whose, ids)
  }
  return {
    identity: draft.identity,
    whose,
    method: operation.method,
    path: `/api/v1${path}`,
    query,
    headers: [
      ...credentials(keys[draft.identity]),
      ...headers,
      ...idempotencyKeys(draft, run),
      ...Object.entries(draft.headers ?? {}),
    ],
    ...(body && { body }),
    ...(!spoilt && value !== undefined && { sent: value }),
    expect: expectation(),
    pathIds,
    brokenAddress: draft.brokenAddress ?? false,
  }
}

/** Free-form objects and files take large texts. */
const large = new Set(['a huge text', 'a body above the limit'])

/** A request that names only things that are there is good; one that names a stranger's is bad; for what is gone there are many answers. */
function expectIds(text: string, whose: Whose, ids: KnownIds): Request['expect'] {
  const states = idsIn(text).map((id) => ids.stateOf(id, whose))
  return states.includes('foreign') || states.includes('unknown') ? 'bad' : states.includes('gone') ? 'open' : 'good'
}

/** What belongs to a thing of the path is picked among what it has; where the order of all of it is asked for, that is all of it. */
const resolver = ({ kinds, path }: Operation, ids: KnownIds, whose: Whose, pathIds: Request['pathIds']) => {
  const belongs = (ref: IdRef) => pathIds.find(({ kind }) => kind === kinds.ownerOf(ref.kind))
  const settled = (ref: IdRef) => {
    const owner = ref.from === 'live' ? belongs(ref) : undefined
    return ids.settle(turned(ref, whose), whose, owner && ((entry) => entry.owner === owner.id)).id
  }
  // Nothing is merged into itself or lies beside itself, unless it is all that was picked.
  const apart = (picked: unknown[]) => {
    const others = new Set(picked)
    for (const { id } of pathIds) if (others.size > 1) others.delete(id)
    return [...others]
  }
  const walk = (node: unknown): unknown => {
    if (node instanceof IdRef) return settled(node)
    if (Array.isArray(node)) {
      const [first] = node
      if (!(first instanceof IdRef)) return node.map(walk)
      const owner = belongs(first)
      return path.endsWith('/order') && owner && first.from === 'live'
        ? ids.ownedBy(owner.id, whose, first.kind)
        : apart(node.map(walk))
    }
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, walk(item)]))
  }
  return walk
}

/** The stranger asks for our things as often as for their own. */
const turned = (ref: IdRef, whose: Whose) => {
  const turns = whose === 'other' && ref.from === 'live' && ref.pick % 2 === 0
  return turns ? new IdRef(ref.kind, ref.pick, 'foreign', ref.spare) : ref
}

/** From the last id to the first, because a thing knows what it stands beside. */
function settlePath(operation: Operation, draft: Draft, whose: Whose, ids: KnownIds, fitness: Fitness) {
  const params: Record<string, unknown> = {}
  const pathIds: Request['pathIds'] = []
  let beside: Record<string, string> = {}
  for (const { name } of operation.params.toReversed()) {
    const drawn = draft.params[name]
    if (!(drawn instanceof IdRef)) {
      params[name] = drawn
      continue
    }
    const entry = ids.settle(
      turned(drawn, whose),
      whose,
      pathIds.length ? undefined : fitness.test(operation, drawn.pick),
    )
    const id = drawn.from === 'live' ? (beside[drawn.kind] ?? entry.id) : entry.id
    params[name] = id
    pathIds.push({ kind: drawn.kind, id, ...(entry.status !== undefined && { status: entry.status }) })
    beside = { ...entry.beside, ...beside }
  }
  return { params, pathIds }
}

const pathOf = (operation: Operation, params: Record<string, unknown>) =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(params[name])
    // Some of the false ids are escapes that must arrive as they are.
    return text.startsWith('%') ? text : encodeURIComponent(text).replaceAll('%3B', ';').replaceAll('%7B', '{')
  })

const queryPairs = (query: Record<string, unknown>, cursor: [string, string] | undefined): [string, string][] => [
  ...Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, textOf(value)]),
  ...(cursor ? [cursor] : []),
]
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function searchOf(pairs: [string, string][], raw: string | undefined): string {
  const written = pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
  const search = [...written, ...(raw === undefined ? [] : [raw])].join('&')
  return search === '' ? '' : `?${search}`
}

/** Keys are made different for every run, because a second run of a seed draws the same ones; false ones go out as they are. */
const idempotencyKeys = ({ keys, how }: Draft, run: string) =>
  keys.map((key): [string, string] => ['idempotency-key', how === 'false Idempotency-Key' ? key : `${key}${run}`])

const credentials = (key: string | null): [string, string][] =>
  key === null ? [] : [['authorization', `Bearer ${key}`]]

function bodyOf(
  { spoil, body }: Draft,
  value: unknown,
): { body?: Buffer; headers: [string, string][]; spoilt?: 'sure' | 'open' } {
  if (value === undefined) return { headers: [] }
  const json = { 'content-type': 'application/json' }
  if (!spoil)
    return { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(value)), headers: Object.entries(json) }
  const spoiled = spoils[spoil.name]!(value, spoil.pick)
  const headers = Object.entries({ ...json, ...spoiled.headers }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  return { body: spoiled.body, headers, spoilt: spoiled.sure ? 'sure' : 'open' }
}
