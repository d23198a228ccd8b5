import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '#store/open.ts'
import { waitFor } from '../wait-for.ts'
import { fillDisk } from './fill-disk.ts'
import { httpClient } from './http-client.ts'
import { prepareServer } from './server-child.ts'
import { createTenant } from './tenant.ts'
import { withEmbedded } from './with-embedded.ts'

/*
 * node test/crash/disk-full-readiness.ts FOLDER: fills the file system of the folder under a server, frees it again, and
 * prints what /readyz said and what was logged. The folder must be a small file system of its own.
 */

const [, , folder = ''] = process.argv
const ballast = join(folder, 'ballast')
const settings = { max_wal_size: '32MB', min_wal_size: '32MB' }

const report = await withEmbedded({ parent: folder, settings }, async ({ connection }) => {
  const store = openStore({ ...connection, max: 2, onError: () => {} })
  const tenant = await createTenant(store)
  const server = await prepareServer().start({ connection, port: 0, drainSeconds: 0 })
  const client = httpClient(tenant.key)
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`)
    const { checks } = (await response.json()) as { checks: { database: string } }
    return [response.status, checks.database]
  }
  const write = async (n: number) => {
    const body = { content: `Number ${n}: ${'The export is slow. '.repeat(400)}` }
    const outcome = await client.send(server.port, { method: 'POST', path: '/api/v1/feedback', body })
    return outcome.kind === 'answered' ? outcome.reply : undefined
  }
  const before = await ready()
  fillDisk(ballast)
  let count = 0
  const refused = await waitFor(
    'a refused write',
    async () => {
      const reply = await write(count++)
      return reply?.status === 503 && reply
    },
    120_000,
    1,
  )
  const during = await ready()
  rmSync(ballast)
  await waitFor('readiness', async () => (await ready())[0] === 200, 180_000)
  const after = (await write(count))?.status
  const logged = server.log()
  client.close()
  await server.kill()
  await store.close()
  return { before, during, after, request: refused.headers['x-request-id'], logged }
})
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit(0)
