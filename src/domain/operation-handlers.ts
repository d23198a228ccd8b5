import type { Static, TObject } from 'typebox'
import type { FileResponse, Input, Json, Output, Route, Routes, StatusResponse } from '#contract/core/route.ts'
import type { Ctx, OutsideDeps, ReadCtx } from './context.ts'

type Response<T> = T | Json<T> | StatusResponse<T> | FileResponse

type CtxOf<R extends Route> = R['method'] extends 'GET' ? ReadCtx : Ctx

type HandlerFunction<R extends Route> = (ctx: CtxOf<R>, input: Input<R>) => Promise<Response<Output<R>>>

/** The context of a write whose first step has returned `T`. */
export type Prepared<T> = Ctx & { readonly prepared: T }

type Steps<In, Out, T> = {
  /** Runs before the transaction. */
  before?: (input: In, deps: OutsideDeps) => Promise<T>
  /**
   * Reads that are sent along with the begin of the transaction, before a stored response is known: they must not write
   * nor throw for what the caller sent.
   */
  check?: (ctx: Ctx, input: In) => Promise<T>
  handle: (ctx: Prepared<T>, input: In) => Promise<Response<Out>>
  /** Completes the response after the commit, also when a stored response is replayed. */
  after?(deps: OutsideDeps, org: string, response: Out): Promise<Out>
}

declare const ownResult: unique symbol
/** What a first step returned; only the handler that it belongs to knows the type. */
export type StepResult = { readonly [ownResult]: never }

/** A write with steps besides the one in its transaction. It is made by `staged`. */
export type StagedHandler<In, Out> = Steps<In, Out, StepResult>

/**
 * Joins the steps of a write: what `before` or `check` returns is `ctx.prepared` of `handle`. Input and output are
 * those of the declared handler.
 */
export const staged = <In, Out, T>(steps: Steps<NoInfer<In>, NoInfer<Out>, T>) =>
  steps as unknown as StagedHandler<In, Out>

type ActionHandler<R extends Route, A extends TObject> =
  | ((ctx: Ctx, input: Static<A>) => Promise<Output<R>>)
  | StagedHandler<Static<A>, Output<R>>

/** One handler per route, or per action of a route; the routes in `Staged` have a StagedHandler. */
export type Handlers<T extends Routes, Staged extends keyof T = never> = {
  [K in keyof T]: T[K] extends { actions: infer Actions extends Record<string, TObject> }
    ? { [N in keyof Actions]: ActionHandler<T[K], Actions[N]> }
    : K extends Staged
      ? StagedHandler<Input<T[K]>, Output<T[K]>>
      : HandlerFunction<T[K]>
}
