import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { staged, type StagedHandler } from '#domain/operation-handlers.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'

type Lock<Row> = (db: Db, org: string, id: string) => Promise<Row | undefined>
type Lockable<Row> = { kind: Parameters<typeof notFound>[0]; lock: Lock<Row>; tryLock: Lock<Row> }

/**
 * Writes to one locked row. The lock and the facts, which may be share locks, are requested along with the begin of the
 * transaction, the facts after the lock. The lock does not wait there: a repeated request has to find first that it is
 * one.
 */
export const lockedWrite =
  <Row>({ kind, lock, tryLock }: Lockable<Row>) =>
  <Input, Facts, Result>(
    idOf: (input: Input) => string,
    findFacts: (ctx: Ctx, input: Input) => Promise<Facts>,
    handle: (ctx: Ctx, input: Input, row: Row, facts: Facts) => Promise<Result>,
  ): StagedHandler<Input, Result> =>
    staged({
      async check(ctx, input) {
        const [row, facts] = await pipelined(ctx.db, [tryLock(ctx.db, ctx.org, idOf(input)), findFacts(ctx, input)])
        return { row, facts }
      },

      async handle(ctx, input) {
        const { row, facts } = ctx.prepared
        if (row) return handle(ctx, input, row, facts)
        const locked = (await lock(ctx.db, ctx.org, idOf(input))) ?? notFound(kind)
        return handle(ctx, input, locked, await findFacts(ctx, input))
      },
    })

export const noFacts = async () => {}
