import type { Inventory, publicInventory } from '#contract/index.ts'
import type { Answer, Asked, Route, Routes } from '#contract/core/route.ts'
import { connect } from './connect.ts'
import type { Item, PagedIds } from './paging.ts'
import type { Bag } from './request.ts'
import type { CallOptions, Connection } from './send.ts'

export { BadInput, EarshotError, type EarshotErrorCode } from './errors.ts'
export type { Retry } from './retry.ts'
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhook.ts'
export type { CallOptions, Connection } from './send.ts'

export type PublicInventory = typeof publicInventory

type Arguments<R> =
  unknown extends Asked<R>
    ? [input?: Record<string, never>, options?: CallOptions]
    : {} extends Asked<R>
      ? [input?: Asked<R>, options?: CallOptions]
      : [input: Asked<R>, options?: CallOptions]

export type Method<R extends Route> = (...args: Arguments<R>) => Promise<Answer<R>>

type Walks<T extends Routes> = {
  /** Page after page, as the server gives them. */
  pages<K extends PagedIds<T>>(id: K, ...args: Arguments<T[K]>): AsyncGenerator<Answer<T[K]>, void, undefined>
  /** Item after item, over all pages. */
  all<K extends PagedIds<T>>(id: K, ...args: Arguments<T[K]>): AsyncGenerator<Item<T[K]>, void, undefined>
}

/** One method per operation of an inventory, by its name. */
export type Client<T extends Routes = PublicInventory> = { [K in keyof T]: Method<T[K]> } & Walks<T>

type WithKey = Connection & { apiKey: string; door?: 'api' }
type WithSession = Connection & { apiKey?: never; door: 'app' }

export function createClient<T extends Routes>(options: (WithKey | WithSession) & { inventory: T }): Client<T>
export function createClient(options: WithSession): Client<Inventory>
export function createClient(options: WithKey): Client
export function createClient(options: Connection & { inventory?: Routes }): unknown {
  const { inventory, call, pages, all } = connect(options)
  const methods = Object.keys(inventory).map((id) => [id, (input?: Bag, given?: CallOptions) => call(id, input, given)])
  return { ...Object.fromEntries(methods), pages, all }
}
