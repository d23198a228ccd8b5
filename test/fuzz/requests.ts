import type { Operation } from './document.ts'
import type { Draft, Identity } from './drafts.ts'
import { idsIn, IdRef, type KnownIds, kindOf, type Whose } from './ids.ts'
import type { RequestJudge } from './judge-request.ts'
import type { Cursors } from './cursors.ts'
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
  pathIds: { kind: string; id: string }[]
  brokenAddress: boolean
  query: [string, string][]
}

export type Sender = { ids: KnownIds; cursors: Cursors; keys: Record<Identity, string | null>; run: string }

/** Fills in the ids and says what must become of it. */
export function settle(operation: Operation, draft: Draft, judge: RequestJudge, { ids, cursors, keys, run }: Sender): Request {
  const whose: Whose = draft.identity === 'other' ? 'other' : 'home'
  const resolve = resolver(ids, whose)
  const { params, pathIds } = settlePath(operation, draft, ids, whose)
  const followed = draft.cursor && cursors.find(operation, whose, draft.cursor)
  const query = followed?.own ? followed.query : queryPairs(resolve(draft.query) as Record<string, unknown>, followed?.query.at(-1))
  const path = `${followed?.own ? followed.path : pathOf(operation, params)}${searchOf(query, draft.rawQuery)}`
  const value = draft.body === undefined || typeof draft.body === 'string' ? draft.body : (JSON.parse(JSON.stringify(resolve(draft.body))) as unknown)
  const { body, headers, spoilt } = bodyOf(draft, value)
  const valid = judge.params(params) && judge.query(query) && judge.body(value)
  const misled = draft.cursor?.own === false && followed !== undefined
  return {
    identity: draft.identity,
    whose,
    method: operation.method,
    path: `/api/v1${path}`,
    query,
    headers: [...credentials(keys[draft.identity]), ...headers, ...draft.keys.map((key): [string, string] => ['idempotency-key', draft.how === 'false Idempotency-Key' ? key : `${key}${run}`]), ...Object.entries(draft.headers ?? {})],
    ...(body && { body }),
    ...(!spoilt && value !== undefined && { sent: value }),
    expect: operation.open ? 'open' : draft.sure || misled || spoilt === 'sure' || !valid ? 'bad' : spoilt ? 'open' : expectIds(followed?.own ? path : `${Object.values(params).join('/')} ${JSON.stringify(value) ?? ''}`, whose, ids),
    pathIds,
    brokenAddress: draft.brokenAddress ?? false,
  }
}

/** A request that names only things that are there is good; one that names a stranger's is bad; for what is gone there are many answers. */
function expectIds(text: string, whose: Whose, ids: KnownIds): Request['expect'] {
  const states = idsIn(text).map((id) => ids.stateOf(id, whose))
  return states.includes('foreign') || states.includes('unknown') ? 'bad' : states.includes('gone') ? 'open' : 'good'
}

const resolver = (ids: KnownIds, whose: Whose) => {
  const walk = (node: unknown): unknown => {
    if (node instanceof IdRef) return ids.settle(turned(node, whose), whose).id
    if (Array.isArray(node)) return node.some((item) => item instanceof IdRef) ? [...new Set(node.map(walk))] : node.map(walk)
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, walk(item)]))
  }
  return walk
}

/** The stranger asks for our things as often as for their own. */
const turned = (ref: IdRef, whose: Whose) => (whose === 'other' && ref.from === 'live' && ref.pick % 2 === 0 ? new IdRef(ref.kind, ref.pick, 'foreign', ref.spare) : ref)

/** From the last id to the first, because a thing knows what it belongs to. */
function settlePath(operation: Operation, draft: Draft, ids: KnownIds, whose: Whose) {
  const params: Record<string, unknown> = {}
  const pathIds: Request['pathIds'] = []
  let parents: Record<string, string> = {}
  for (const { name } of operation.params.toReversed()) {
    const drawn = draft.params[name]
    if (!(drawn instanceof IdRef)) {
      params[name] = drawn
      continue
    }
    const entry = ids.settle(turned(drawn, whose), whose)
    const id = drawn.from === 'live' ? (parents[drawn.kind] ?? entry.id) : entry.id
    params[name] = id
    pathIds.push({ kind: kindOf(name), id })
    parents = { ...entry.parents, ...parents }
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
  ...Object.entries(query).filter(([, value]) => value !== undefined).map(([name, value]): [string, string] => [name, textOf(value)]),
  ...(cursor ? [cursor] : []),
]
const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(',') : value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value))

function searchOf(pairs: [string, string][], raw: string | undefined): string {
  const search = [...pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`), ...(raw === undefined ? [] : [raw])].join('&')
  return search === '' ? '' : `?${search}`
}

const credentials = (key: string | null): [string, string][] => (key === null ? [] : [['authorization', `Bearer ${key}`]])

function bodyOf({ spoil, body }: Draft, value: unknown): { body?: Buffer; headers: [string, string][]; spoilt?: 'sure' | 'open' } {
  if (value === undefined) return { headers: [] }
  const json = { 'content-type': 'application/json' }
  if (!spoil) return { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(value)), headers: Object.entries(json) }
  const spoiled = spoils[spoil.name]!(value, spoil.pick)
  const headers = Object.entries({ ...json, ...spoiled.headers }).filter((pair): pair is [string, string] => pair[1] !== null)
  return { body: spoiled.body, headers, spoilt: spoiled.sure ? 'sure' : 'open' }
}
