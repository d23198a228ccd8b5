import type { Ctx } from '#domain/context.ts'
import type { StagedHandler } from '#domain/operation-handlers.ts'

type Handler<Input, Result> = StagedHandler<Input, Result> | ((ctx: Ctx, input: Input) => Promise<Result>)

/** Both steps of a handler that has no step outside the transaction. */
export async function runStaged<Input, Result>(handler: Handler<Input, Result>, ctx: Ctx, input: Input) {
  if (typeof handler === 'function') return handler(ctx, input)
  const prepared = await handler.check?.(ctx, input)
  // The methods of the context belong to its prototype.
  return handler.handle(Object.assign(Object.create(ctx), { prepared }), input)
}
