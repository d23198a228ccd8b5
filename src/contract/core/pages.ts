import Type, { type Static, type TSchema } from 'typebox'
import { Id } from './ids.ts'
import { closed, nullable, withDefault } from './shapes.ts'
import { Time, When } from './times.ts'

export const PageQuery = {
  limit: withDefault(
    Type.Integer({ minimum: 1, maximum: 100, description: 'How many to return.', examples: [50] }),
    50,
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'pagination.next_cursor of the page before.',
      examples: [],
    }),
  ),
}
export const Pagination = Type.Object(
  {
    next_cursor: nullable(Type.String({ examples: ['eyJ2IjoxfQ.c2ln'] })),
    has_more: Type.Boolean(),
    sync_until: Type.Optional(Time),
  },
  closed,
)
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), pagination: Pagination }, closed)

/** Filters of a delta export: what changed since then, and what was deleted. */
export const deltaFilters = { updated_since: Type.Optional(When), include_deleted: Type.Optional(Type.Boolean()) }
const Tombstone = Type.Object(
  { id: Id, deleted: Type.Literal(true), deleted_at: Time, merged_into_id: nullable(Id) },
  { ...closed, $id: 'Tombstone' },
)
/** With `include_deleted=true` a delta export also contains tombstones. */
export const orTombstone = <S extends TSchema>(item: S) => Type.Unsafe<Static<S>>({ anyOf: [item, Tombstone] })
