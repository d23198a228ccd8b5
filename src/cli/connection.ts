import { type Calls, connect } from '#client/connect.ts'
import type { Routes } from '#contract/core/route.ts'
import { readCredentials } from './credentials.ts'
import type { Io } from './io.ts'

const worthTellingMs = 1000

/** The server and key of this person; a long wait for it is explained while it lasts. */
export async function connectAs(io: Io, inventory?: Routes): Promise<Calls> {
  return connect({
    ...(await readCredentials(io.env)),
    ...(inventory && { inventory }),
    onRetry: ({ waitMs, error }) => {
      if (waitMs >= worthTellingMs) io.stderr.write(`${error.code}: trying again in ${Math.ceil(waitMs / 1000)} s\n`)
    },
  })
}
