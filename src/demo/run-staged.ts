import type { Ctx } from '#domain/context.ts'

type Staged<Input, Result> = {
  check?: (ctx: Ctx, input: Input) => Promise<unknown>
  handle: (ctx: Ctx, input: Input) => Promise<Result>
}
type Handler<Input, Result> = Staged<Input, Result> | ((ctx: Ctx, input: Input) => Promise<Result>)

/** Both steps of a handler that has no step outside the transaction. */
export async function runStaged<Input, Result>(
  handler: Handler<Input, Result>,
  ctx: Ctx,
  input: Input,
): Promise<Result> {
  if (typeof handler === 'function') return handler(ctx, input)
  const prepared = await handler.check?.(ctx, input)
  // The methods of the context belong to its prototype.
  return handler.handle(Object.assign(Object.create(ctx) as Ctx, { prepared }), input)
}
