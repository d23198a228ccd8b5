import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase } from '../database.ts'
import { optionsFrom } from './options.ts'
import { prepareServer } from './server-child.ts'
import { createTenant } from './tenant.ts'
import { type Reply, httpClient } from './http-client.ts'

const concurrency = 200

test('of concurrent requests with one idempotency key over two processes, exactly one takes effect', async (t) => {
  const { storms } = optionsFrom(process.env)
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 2 })
  const tenant = await createTenant(store)
  const servers = await Promise.all([0, 1].map(() => prepareServer().start({ connection, port: 0, drainSeconds: 0 })))
  const { send, close } = httpClient(tenant.key)
  t.after(async () => {
    close()
    await Promise.all(servers.map((server) => server.kill()))
    await store.close()
    await drop()
  })

  let replays = 0
  let conflicts = 0
  for (let round = 0; round < storms; round++) {
    const replies = await Promise.all(Array.from({ length: concurrency }, (_, n) => storm(round, n)))
    const first = replies.filter(({ status, headers }) => status < 300 && headers['idempotency-replayed'] === undefined)
    const replayed = replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
    const refused = replies.filter(({ status, text }) => status === 409 && text.includes('"IDEMPOTENCY_CONFLICT"'))
    assert.equal(first.length, 1, 'exactly one request may take effect')
    // A busy machine may reject some of the 200 requests with 503.
    const overloaded = replies.filter(({ status, headers }) => status === 503 && headers['retry-after'] !== undefined)
    const unexpected = replies.filter((reply) => ![...first, ...replayed, ...refused, ...overloaded].includes(reply))
    assert.deepEqual(
      unexpected.map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
      [],
      'the others are replays, conflicts or 503',
    )
    for (const reply of replayed)
      assert.deepEqual(withoutIdempotency(reply), withoutIdempotency(first[0]!), 'a replay equals the first response')
    const rows = await store.rows(sql`
      select id from theme where org_id = ${tenant.org} and name like ${`storm ${round} %`}
      union all select id from project where org_id = ${tenant.org} and title like ${`storm ${round} %`}`)
    assert.deepEqual(rows, [{ id: idIn(first[0]!) }])
    replays += replayed.length
    conflicts += refused.length
  }
  t.diagnostic(`${storms} storms of ${concurrency}: ${replays} replays, ${conflicts} conflicts`)
  assert.ok(conflicts > 0, 'inconclusive: no two requests ran concurrently')

  /** Alternates themes and Build actions; in every other storm half of the requests have another body. */
  async function storm(round: number, n: number): Promise<Reply> {
    const name = `storm ${round} ${round % 2 === 1 && n % 4 >= 2 ? 'b' : 'a'}`
    const isBuild = Math.floor(round / 2) % 2 === 1
    const what = isBuild
      ? { path: '/api/v1/build/projects', body: { action: 'create', title: name } }
      : { path: '/api/v1/themes', body: { name } }
    const request = { method: 'POST', ...what, idempotencyKey: `storm-${round}` }
    const outcome = await send(servers[n % 2]!.port, request)
    return outcome.kind === 'answered' ? outcome.reply : assert.fail(`request ${n} was ${outcome.kind}`)
  }
})

const idIn = (reply: Reply) => {
  const { id, project } = withoutIdempotency(reply) as { id?: string; project?: { id: string } }
  return id ?? project!.id
}

const withoutIdempotency = ({ text }: Reply) => {
  const { idempotency: _, ...answer } = JSON.parse(text) as Record<string, unknown>
  return answer
}
