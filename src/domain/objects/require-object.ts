import type { ReadCtx } from '#domain/context.ts'
import { notFound, requireExist, throwApiError, throwMerged } from '#domain/errors.ts'
import { findObject, type ObjectRef } from './queries.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findObject>>>

/** Archived objects can be read; one that was merged leads to the other one. */
export async function requireObject({ db, org }: ReadCtx, ref: ObjectRef): Promise<Found> {
  const found = await findObject(db, org, ref)
  if (found?.merged_into_id) throwMerged(ref.type, found.merged_into_id)
  return found && !found.gone ? found : notFound(ref.type)
}

/** The object that a body names; it must not be archived. */
export async function requireOpenObject({ db, org }: ReadCtx, ref: ObjectRef): Promise<Found> {
  const found = await findObject(db, org, ref)
  if (found?.merged_into_id) throwMerged(ref.type, found.merged_into_id)
  requireExist('body.object_id', ref.type, [ref.id], found && !found.gone ? [ref.id] : [])
  if (found!.archived) throwApiError('INVALID_STATE', `This ${ref.type} is archived; restore it first.`)
  return found!
}
