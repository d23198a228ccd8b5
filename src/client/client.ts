import type { Inventory, publicInventory } from '#contract/index.ts'
import type { ResponseBody, CallInput, Route, Routes } from '#contract/core/route.ts'
import { connect } from './connect.ts'
import type { ListItem, PagedIds } from './paging.ts'
import type { CallValues } from './request.ts'
import type { CallOptions, ServerConnection } from './send.ts'

export { InvalidInputError, EarshotError, type EarshotErrorCode } from './errors.ts'
export type { Retry } from './retry.ts'
export { parseWebhook, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhook.ts'
export type { CallOptions, ServerConnection } from './send.ts'

export type PublicInventory = typeof publicInventory

type Arguments<R> =
  unknown extends CallInput<R>
    ? [input?: Record<string, never>, options?: CallOptions]
    : {} extends CallInput<R>
      ? [input?: CallInput<R>, options?: CallOptions]
      : [input: CallInput<R>, options?: CallOptions]

export type Method<R extends Route> = (...args: Arguments<R>) => Promise<ResponseBody<R>>

type PagingMethods<T extends Routes> = {
  /** All pages, one response each. */
  pages<K extends PagedIds<T>>(id: K, ...args: Arguments<T[K]>): AsyncGenerator<ResponseBody<T[K]>, void, undefined>
  /** All items of all pages. */
  all<K extends PagedIds<T>>(id: K, ...args: Arguments<T[K]>): AsyncGenerator<ListItem<T[K]>, void, undefined>
}

/** One method per operation of an inventory. */
export type Client<T extends Routes = PublicInventory> = { [K in keyof T]: Method<T[K]> } & PagingMethods<T>

type WithKey = ServerConnection & { apiKey: string; surface?: 'api' }
type WithSession = ServerConnection & { apiKey?: never; surface: 'app' }

export function createClient<T extends Routes>(options: (WithKey | WithSession) & { inventory: T }): Client<T>
export function createClient(options: WithSession): Client<Inventory>
export function createClient(options: WithKey): Client
export function createClient(options: ServerConnection & { inventory?: Routes }): unknown {
  const { inventory, call, pages, all } = connect(options)
  const methods = Object.keys(inventory).map((id) => [
    id,
    (input?: CallValues, options?: CallOptions) => call(id, input, options),
  ])
  return { ...Object.fromEntries(methods), pages, all }
}
