import { inventory, publicInventory } from '#contract/index.ts'
import type { Routes } from '#contract/core/route.ts'
import { type Calls, callsOf } from './calls.ts'
import type { ServerConnection } from './send.ts'

export type { Calls } from './calls.ts'

/** With the schemas of the contract, unless another inventory is given. */
export const connect = ({ inventory: own, ...connection }: ServerConnection & { inventory?: Routes }): Calls =>
  callsOf(own ?? (connection.surface === 'app' ? inventory : publicInventory), connection)
