import { type Calls, connect } from '#client/connect.ts'
import type { Routes } from '#contract/core/route.ts'
import { readCredentials } from './credentials.ts'
import type { Io } from './io.ts'

const minReportedWaitMs = 1000

/** Connects with the user's credentials and reports longer waits between retries. */
export async function connectAs(io: Io, inventory?: Routes): Promise<Calls> {
  return connect({
    ...(await readCredentials(io.env)),
    ...(inventory && { inventory }),
    onRetry: ({ waitMs, error }) => {
      if (waitMs >= minReportedWaitMs) io.stderr.write(`${error.code}: retrying in ${Math.ceil(waitMs / 1000)} s\n`)
    },
  })
}
