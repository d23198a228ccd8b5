import Type from 'typebox'
import { type Routes, defineRoutes } from '#contract/core/route.ts'
import { Id } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'

const Thing = Type.Object(
  { id: Type.String(), title: Type.String(), notes: Type.Optional(Type.String()) },
  { ...closed, $id: 'Thing' },
)

/** An inventory that uses every route option. */
export const things = defineRoutes({
  listThings: {
    method: 'GET',
    path: '/things',
    summary: 'List things',
    query: Type.Object({ ...PageQuery, state: Type.Optional(Type.Array(oneOf('new', 'old'))) }, closed),
    result: page(Thing),
  },
  listParts: {
    method: 'GET',
    path: '/things/{thingId}/parts',
    summary: 'List the parts of a thing',
    params: Type.Object({ thingId: Id }, closed),
    query: Type.Object({ limit: withDefault(Type.Integer(), 2), offset: withDefault(Type.Integer(), 0) }, closed),
    result: Type.Object(
      {
        data: Type.Array(Thing),
        pagination: Type.Object(
          { total: Type.Integer(), has_more: Type.Boolean(), offset: Type.Integer(), limit: Type.Integer() },
          closed,
        ),
      },
      closed,
    ),
  },
  createThing: {
    method: 'POST',
    effect: 'adds',
    path: '/things',
    summary: 'Create a thing',
    status: 201,
    body: Type.Object(
      {
        title: Type.String({ 'x-trim': true, pattern: '^[^a]*$', maxLength: 10 }),
        weight: Type.Optional(nullable(Type.Number())),
        secret: Type.Optional(Type.Boolean()),
        tags: Type.Optional(Type.Array(Type.String())),
        parts: Type.Optional(
          Type.Array(Type.Object({ name: Type.String(), size: withDefault(Type.Integer(), 1) }, closed)),
        ),
        rule: Type.Optional(
          Type.Object({ pattern: Type.String(), examples: Type.Array(Type.String()) }, { ...closed, $id: 'Rule' }),
        ),
        color: withDefault(oneOf('red', 'blue'), 'red'),
      },
      closed,
    ),
    result: Thing,
  },
  weighThing: {
    method: 'POST',
    effect: 'adds',
    path: '/things/{thingId}/weigh',
    summary: 'Weigh a thing',
    params: Type.Object({ thingId: Id }, closed),
    feature: 'segments',
    admin: true,
    result: Thing,
  },
  rotateThingSecret: {
    method: 'POST',
    effect: 'removes',
    path: '/things/{thingId}/rotate-secret',
    summary: 'Rotate',
    params: Type.Object({ thingId: Id }, closed),
    result: Thing,
  },
  dropThing: {
    method: 'DELETE',
    path: '/things/{thingId}',
    summary: 'Drop a thing',
    params: Type.Object({ thingId: Id }, closed),
    result: Thing,
  },
  buildThings: {
    method: 'POST',
    effect: { create: 'adds', update_title: 'updates' },
    path: '/build/things',
    summary: 'Change a thing by one action',
    idempotent: true,
    actions: {
      create: Type.Object({ title: Type.String() }, closed),
      update_title: Type.Object({ thing_id: Id, title: Type.String() }, closed),
    },
    result: Thing,
  },
  createSecret: {
    method: 'POST',
    effect: 'adds',
    path: '/secrets',
    summary: 'Create a secret',
    audience: 'app',
    body: Type.Object({}, closed),
    result: Thing,
  },
}) satisfies Routes
