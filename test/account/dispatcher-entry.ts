import { createOutbound } from '#outbound/client.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { installationSecret } from '#domain/installation/queries.ts'
import { vaultFor } from '#store/vault.ts'
import { startDispatcher } from '#worker/webhook-dispatcher.ts'

/* A webhook dispatcher in its own process, to be killed while it works. */

const store = openStore({ ...(JSON.parse(process.env.WORKER_CONNECTION!) as DatabaseOptions), max: 4 })
const log = { info() {}, warn() {}, error() {} }
startDispatcher({
  store,
  outbound: createOutbound({ networks: ['127.0.0.0/8'] }),
  vault: vaultFor(await installationSecret(store)),
  log,
  pollIntervalMs: 50,
  leaseSeconds: 2,
})
process.stdout.write('ready\n')
