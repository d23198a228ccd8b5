import { inventory, publicInventory } from '#contract/index.ts'
import type { Routes } from '#contract/core/route.ts'
import { BadInput } from './errors.ts'
import { pagingOf } from './fields.ts'
import { itemsOf, type Page, pagesOf } from './paging.ts'
import { type Bag, requestOf } from './request.ts'
import { type CallOptions, type Connection, type Send, sender } from './send.ts'

/** Operations by name, for those who learn the names at run time; `createClient` is its typed face. */
export type Calls = {
  inventory: Routes
  send: Send
  call(id: string, input?: Bag, options?: CallOptions): Promise<unknown>
  pages(id: string, input?: Bag, options?: CallOptions): AsyncGenerator<Page, void, undefined>
  all(id: string, input?: Bag, options?: CallOptions): AsyncGenerator<unknown, void, undefined>
}

export function connect({ inventory: given, ...connection }: Connection & { inventory?: Routes }): Calls {
  const table: Routes = given ?? (connection.door === 'app' ? inventory : publicInventory)
  const send = sender(connection)

  function routeOf(id: string) {
    if (!Object.hasOwn(table, id)) throw new BadInput(`there is no operation ${id}`)
    return table[id]!
  }
  const call: Calls['call'] = async (id, input = {}, options) => send(requestOf(routeOf(id), input), options)
  const pages: Calls['pages'] = (id, input = {}, options) => {
    const paging = pagingOf(routeOf(id))
    if (!paging) throw new BadInput(`${id} has no pages`)
    return pagesOf(paging, (asked) => call(id, asked, options) as Promise<Page>, input)
  }
  return { inventory: table, send, call, pages, all: (id, input, options) => itemsOf(pages(id, input, options)) }
}
