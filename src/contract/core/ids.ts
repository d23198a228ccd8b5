import Type from 'typebox'
import { closed, Count, nullable } from './shapes.ts'
import { Color } from './texts.ts'

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
const exampleId = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'

export const Id = Type.String({ format: 'uuid', pattern: uuid, examples: [exampleId] })
export const OrgId = Type.String({ pattern: '^org_[0-9a-f]{32}$', examples: ['org_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'] })
export const UserId = Type.String({
  pattern: '^user_[0-9a-f]{32}$',
  examples: ['user_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'],
})
export const Ids = (max = 100, min = 1) =>
  Type.Array(Id, { minItems: min, maxItems: max, uniqueItems: true, examples: [[exampleId]] })

const idsNamed = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, Id])) as Record<N, typeof Id>
/** The ids in the path of an operation. */
export const pathIds = <const N extends string>(...names: N[]) => Type.Object(idsNamed(names), closed)
/** The answer to a POST that links objects to another one, and to a DELETE that parts two objects. */
export const Linked = Type.Object({ linked: Count, already_linked: Count }, closed)
export const Unlinked = <const N extends string>(...names: N[]) =>
  Type.Object({ ...idsNamed(names), linked: Type.Literal(false) }, closed)

export const ThemeRef = Type.Object({ id: Id, name: Type.String({ examples: ['Export'] }), color: Color }, closed)
export const ContactRef = Type.Object(
  {
    id: Id,
    name: nullable(Type.String({ examples: ['Ana Lima'] })),
    email: nullable(Type.String({ examples: ['ana@example.com'] })),
  },
  closed,
)
export const Deleted = Type.Object({ id: Id, deleted: Type.Literal(true) }, closed)
