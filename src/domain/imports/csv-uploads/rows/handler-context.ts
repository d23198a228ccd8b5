import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import type { ImportBatch } from './row-importer.ts'

/** The part of a handler's context that creating objects needs; the import emits its own events. */
export const handlerContext = (db: Db, { org, user, jobs }: ImportBatch): Ctx =>
  ({ db, org, user, jobs, emit() {}, now: new Date() }) as unknown as Ctx
