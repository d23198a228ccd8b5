import type { Routes } from '#contract/core/route.ts'
import { InvalidInputError } from './errors.ts'
import { pagingOf } from './fields.ts'
import { itemsOf, type PageResponse, pagesOf } from './paging.ts'
import { type CallValues, requestOf } from './request.ts'
import { type CallOptions, type ServerConnection, createSender, type Send } from './send.ts'

/** Calls operations by id at run time; `createClient` adds the types. */
export type Calls = {
  inventory: Routes
  send: Send
  call(id: string, input?: CallValues, options?: CallOptions): Promise<unknown>
  pages(id: string, input?: CallValues, options?: CallOptions): AsyncGenerator<PageResponse, void, undefined>
  all(id: string, input?: CallValues, options?: CallOptions): AsyncGenerator<unknown, void, undefined>
}

export function callsOf(inventory: Routes, connection: ServerConnection): Calls {
  const send = createSender(connection)

  function routeOf(id: string) {
    if (!Object.hasOwn(inventory, id)) throw new InvalidInputError(`there is no operation ${id}`)
    return inventory[id]!
  }
  const call: Calls['call'] = async (id, input = {}, options) => send(requestOf(routeOf(id), input), options)
  const pages: Calls['pages'] = (id, input = {}, options) => {
    const paging = pagingOf(routeOf(id))
    if (!paging) throw new InvalidInputError(`${id} is not a paged list`)
    return pagesOf(paging, (pageInput) => call(id, pageInput, options) as Promise<PageResponse>, input)
  }
  return { inventory, send, call, pages, all: (id, input, options) => itemsOf(pages(id, input, options)) }
}
