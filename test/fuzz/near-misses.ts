import fc from 'fast-check'
import type { Operation, Parameter, Schema } from './document.ts'
import { type Change, changed, type Draft, mostlyAdmin, type Refs, validDrafts } from './drafts.ts'
import { IdRef } from './ids.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import { edgesOf } from './wrong-values.ts'

/** Changes one thing of a valid request; the schema decides whether it is still valid. */
export function nearMissesOf(operation: Operation): fc.Arbitrary<Draft>[] {
  const good = validDrafts(operation, mostlyAdmin)
  const changes: fc.Arbitrary<Change>[] = [
    ...fieldPathsOf(operation.body).flatMap(bodyChanges),
    ...(operation.body ? [extraField(operation), extraField(operation)] : []),
    ...operation.query.flatMap(queryChanges),
  ]
  return [...changes.map((change) => changed(good, 'near', change)), ...wrongReferences(operation)]
}

const bodyChanges = ({ path, schema }: FieldPath): fc.Arbitrary<Change>[] => [
  edgesOf(schema).map((value) => (draft) => ({
    ...draft,
    how: `body.${path.join('.')} at an edge`,
    body: put(draft.body, path, value),
    ...(isUnknownProvider(path, value) && { mustFail: true }),
  })),
  fc.constant((draft) => ({ ...draft, how: `body without ${path.join('.')}`, body: put(draft.body, path, undefined) })),
]

/** The schema has a pattern for the names of providers, which are the folders of the server. */
const isUnknownProvider = (path: readonly string[], value: unknown) =>
  path.at(-1) === 'provider' && !(typeof value === 'string' && providers.has(value))

const queryChanges = (p: Parameter): fc.Arbitrary<Change>[] => [
  edgesOf(p.schema)
    .filter((value) => fitsAnAddress(value) && !(p.name === 'wait' && waitsLong(value)))
    .map((value) => (draft) => ({
      ...draft,
      how: `query ${p.name} at an edge`,
      query: { ...draft.query, [p.name]: value },
      ...(p.name === 'cursor' && { mustFail: true }),
    })),
  ...(p.schema.type === 'array' ? [] : [fc.constant<Change>((draft) => twice(draft, p))]),
]

/** Longer URLs are rejected by the HTTP server, not by the validation. */
const fitsAnAddress = (value: unknown) => encodeURIComponent(JSON.stringify(value)).length < 6000

/** Long polls would only slow the run down. */
const waitsLong = (value: unknown) => Number(value) > 1 && Number(value) <= 60

const unavailable = ['foreign', 'gone', 'unknown'] as const

/** The same request with foreign, deleted or unknown ids. */
function wrongReferences(operation: Operation): fc.Arbitrary<Draft>[] {
  const holdsIds = (part: unknown) => JSON.stringify(part ?? {}).includes('[0-9a-f]')
  const refs: Refs[] = unavailable.flatMap((from) => [
    ...(holdsIds(operation.params) ? [{ inPath: from, inBody: 'live' } as const] : []),
    ...(holdsIds([operation.body, operation.query]) ? [{ inPath: 'live', inBody: from } as const] : []),
  ])
  return refs.map((ref) => {
    const how = `ids in the path ${ref.inPath}, elsewhere ${ref.inBody}`
    return validDrafts(operation, mostlyAdmin, ref).map((draft) => ({ ...draft, sort: 'near', how }))
  })
}

const extraNames = ['extra', 'id', 'org_id', 'created_at', 'role', 'toString', 'Name', 'name ']

const extraField = (operation: Operation): fc.Arbitrary<Change> =>
  fc
    .tuple(fc.constantFrom(...extraNames), fc.constantFrom<unknown>(1, 'x', null, {}))
    .map(([name, value]) => (draft) => ({
      ...draft,
      how: `body with ${name}`,
      body: name in (operation.body?.properties ?? {}) ? draft.body : { ...(draft.body as object), [name]: value },
    }))

function twice(draft: Draft, { name, schema }: Parameter): Draft {
  const examples: Record<string, unknown> = { integer: 5, boolean: true }
  const value = schema.enum?.[0] ?? examples[String(schema.type)] ?? 'aa'
  const rawQuery = `${name}=${value}&${name}=${value}`
  return {
    ...draft,
    how: `query ${name} twice`,
    query: { ...draft.query, [name]: undefined },
    rawQuery,
    mustFail: true,
  }
}

type FieldPath = { path: string[]; schema: Schema }

function fieldPathsOf(schema: Schema | undefined, path: string[] = []): FieldPath[] {
  if (!schema) return []
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((choice) => fieldPathsOf(choice, path))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { path: [...path, name], schema: field },
    ...fieldPathsOf(field, [...path, name]),
  ])
  return [...fields, ...choices]
}

function put(value: unknown, [name, ...rest]: string[], replacement: unknown): unknown {
  const object: Record<string, unknown> =
    value !== null && typeof value === 'object' && !(value instanceof IdRef) ? { ...value } : {}
  object[name!] = rest.length ? put(object[name!], rest, replacement) : replacement
  return object
}
