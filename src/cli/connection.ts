import { type Calls, callsOf } from '#client/calls.ts'
import { clientInventory } from '#client/inventory.ts'
import type { Routes } from '#contract/core/route.ts'
import { readCredentials } from './credentials.ts'
import type { Io } from './io.ts'

const minReportedWaitMs = 1000

/** Connects with the user's credentials and reports longer waits between retries. */
export async function connectAs(io: Io, inventory: Routes = clientInventory): Promise<Calls> {
  return callsOf(inventory, {
    ...(await readCredentials(io)),
    onRetry: ({ waitMs, error }) => {
      if (waitMs >= minReportedWaitMs) io.stderr.write(`${error.code}: retrying in ${Math.ceil(waitMs / 1000)} s\n`)
    },
  })
}
