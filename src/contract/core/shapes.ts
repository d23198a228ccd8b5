import Type, { type Static, type TProperties, type TSchema } from 'typebox'

export const closed = { additionalProperties: false } as const

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const oneOf = <const T extends string[]>(...values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, examples: [values[0]] })

/** A field with a default: optional in requests, always present for handlers and in responses. */
export const withDefault = <S extends TSchema>(schema: S, value: Static<S>) =>
  ({ ...schema, default: value }) as S & { default: Static<S> }
/** A filter that takes several values: repeated or separated by commas. */
export const multiValue = <S extends TSchema>(item: S) =>
  Type.Array(item, { minItems: 1, maxItems: 20, uniqueItems: true })

/** Left out of the example of its object, because it cannot be given together with another field. */
export const withoutExample = <T extends object>(schema: T): T => ({ ...schema, examples: [] })
export const Count = Type.Integer({ minimum: 0, examples: [12] })

/** The body of a PATCH: at least one field; those that it leaves out stay as they are. */
export const anyOfFields = <const P extends TProperties>(fields: P) =>
  Type.Partial(Type.Object(fields), { ...closed, minProperties: 1 })
