import type { Operation } from './document.ts'
import type { Draft, Identity } from './drafts.ts'
import { idsIn, IdRef, type KnownIds, type Whose } from './ids.ts'
import type { RequestValidator } from './request-validator.ts'
import type { Cursors } from './cursors.ts'
import type { OperationOutcomes } from './operation-outcomes.ts'
import { bodyCorruptions } from './corrupt-body.ts'

/** A request ready to send, and the expected outcome. */
export type Request = {
  identity: Identity
  whose: Whose
  method: string
  path: string
  headers: [string, string][]
  body?: Buffer
  /** The body as a value, unless it was corrupted. */
  sent?: unknown
  /** good: must not be rejected as invalid. bad: must be rejected. open: either. */
  expect: 'good' | 'bad' | 'open'
  /** From the innermost to the outermost, with the last known status. */
  pathIds: { kind: string; id: string; status?: string }[]
  brokenAddress: boolean
  query: [string, string][]
}

export type Sender = {
  ids: KnownIds
  outcomes: OperationOutcomes
  cursors: Cursors
  keys: Record<Identity, string | null>
  run: string
}

/** Resolves the ids of a draft and determines the expected outcome. */
export function resolveDraft(
  operation: Operation,
  draft: Draft,
  validator: RequestValidator,
  { ids, outcomes, cursors, keys, run }: Sender,
): Request {
  const whose: Whose = draft.identity === 'other' ? 'other' : 'home'
  const { params, pathIds } = resolvePath(operation, draft, whose, ids, outcomes)
  const resolve = resolver(operation, ids, whose, pathIds)
  const nextPage = draft.cursor && cursors.find(operation, whose, draft.cursor)
  const query = nextPage?.own
    ? nextPage.query
    : queryPairs(resolve(draft.query) as Record<string, unknown>, nextPage?.query.at(-1))
  const path = `${nextPage?.own ? nextPage.path : pathOf(operation, params)}${searchOf(query, draft.rawQuery)}`
  const value =
    typeof draft.body === 'object' ? (JSON.parse(JSON.stringify(resolve(draft.body))) as unknown) : draft.body
  const { body, headers, ...how } = bodyOf(draft, value)
  const corruption =
    draft.spoil && large.has(draft.spoil.name) && validator.body(JSON.parse(String(body))) ? 'open' : how.corruption
  const valid = validator.params(params) && validator.query(query) && validator.body(value)
  const hasForeignCursor = draft.cursor?.own === false && nextPage !== undefined
  const expectation = (): Request['expect'] => {
    if (operation.open) return 'open'
    if (draft.mustFail || hasForeignCursor || corruption === 'mustFail' || (!valid && corruption !== 'open'))
      return 'bad'
    const referencing = nextPage?.own ? path : `${Object.values(params).join('/')} ${JSON.stringify(value) ?? ''}`
    return corruption ? 'open' : expectIds(referencing, whose, ids)
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
    ...(!corruption && value !== undefined && { sent: value }),
    expect: expectation(),
    pathIds,
    brokenAddress: draft.brokenAddress ?? false,
  }
}

/** Free-form objects and files accept large texts. */
const large = new Set(['a huge text', 'a body above the limit'])

/** Live ids: good; foreign or unknown ids: bad; deleted ids may be handled in several ways. */
function expectIds(text: string, whose: Whose, ids: KnownIds): Request['expect'] {
  const states = idsIn(text).map((id) => ids.stateOf(id, whose))
  if (states.includes('foreign') || states.includes('unknown')) return 'bad'
  return states.includes('gone') ? 'open' : 'good'
}

/** Picks children of the path's resources; reorder operations get all children. */
const resolver = ({ kinds, path }: Operation, ids: KnownIds, whose: Whose, pathIds: Request['pathIds']) => {
  const ownerOf = (ref: IdRef) => pathIds.find(({ kind }) => kind === kinds.ownerOf(ref.kind))
  const resolved = (ref: IdRef) => {
    const owner = ref.from === 'live' ? ownerOf(ref) : undefined
    return ids.resolve(withForeignIds(ref, whose), whose, owner && ((entry) => entry.owner === owner.id)).id
  }
  // Avoid merging a resource into itself, unless it is the only one picked.
  const withoutPathIds = (picked: unknown[]) => {
    const others = new Set(picked)
    for (const { id } of pathIds) if (others.size > 1) others.delete(id)
    return [...others]
  }
  const walk = (node: unknown): unknown => {
    if (node instanceof IdRef) return resolved(node)
    if (Array.isArray(node)) {
      const [first] = node
      if (!(first instanceof IdRef)) return node.map(walk)
      const owner = ownerOf(first)
      return path.endsWith('/order') && owner && first.from === 'live'
        ? ids.ownedBy(owner.id, whose, first.kind)
        : withoutPathIds(node.map(walk))
    }
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, walk(item)]))
  }
  return walk
}

/** The other organization uses ids of the home organization in half of its requests. */
const withForeignIds = (ref: IdRef, whose: Whose) => {
  const turns = whose === 'other' && ref.from === 'live' && ref.pick % 2 === 0
  return turns ? new IdRef(ref.kind, ref.pick, 'foreign', ref.spare) : ref
}

/** From the last id to the first, because a resource knows its parents. */
function resolvePath(operation: Operation, draft: Draft, whose: Whose, ids: KnownIds, outcomes: OperationOutcomes) {
  const params: Record<string, unknown> = {}
  const pathIds: Request['pathIds'] = []
  let beside: Record<string, string> = {}
  for (const { name } of operation.params.toReversed()) {
    const drawn = draft.params[name]
    if (!(drawn instanceof IdRef)) {
      params[name] = drawn
      continue
    }
    const entry = ids.resolve(
      withForeignIds(drawn, whose),
      whose,
      pathIds.length ? undefined : outcomes.test(operation, drawn.pick),
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
    // Some invalid ids are escapes that must be sent unchanged.
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

/** Makes keys unique per run, because a repeated seed draws the same ones; invalid keys are sent unchanged. */
const idempotencyKeys = ({ keys, how }: Draft, run: string) =>
  keys.map((key): [string, string] => ['idempotency-key', how === 'false Idempotency-Key' ? key : `${key}${run}`])

const credentials = (key: string | null): [string, string][] =>
  key === null ? [] : [['authorization', `Bearer ${key}`]]

function bodyOf(
  { spoil, body }: Draft,
  value: unknown,
): { body?: Buffer; headers: [string, string][]; corruption?: 'mustFail' | 'open' } {
  if (value === undefined) return { headers: [] }
  const json = { 'content-type': 'application/json' }
  if (!spoil)
    return { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(value)), headers: Object.entries(json) }
  const corrupted = bodyCorruptions[spoil.name]!(value, spoil.pick)
  const headers = Object.entries({ ...json, ...corrupted.headers }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  return { body: corrupted.body, headers, corruption: corrupted.mustFail ? 'mustFail' : 'open' }
}
