import { openStore } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import { type PullTarget, pullOnce } from './pull-once.ts'

/* A process that fetches once; its parent may kill it after any answer. */

type Settings = PullTarget & { connection: Parameters<typeof openStore>[0]; secret: string }

const { connection, secret, ...target } = JSON.parse(process.argv[2]!) as Settings
const store = openStore({ ...connection, max: 2 })
const result = await pullOnce({ store, vault: vaultFor(secret) }, target, {
  afterAnswer: () =>
    new Promise((resolve) => {
      process.once('message', () => resolve())
      process.send!({ type: 'answer' })
    }),
  afterCommit: () => void process.send!({ type: 'commit' }),
})
process.send!({ type: 'result', ...result })
await store.close()
process.disconnect()
