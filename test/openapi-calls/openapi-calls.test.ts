import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { createFixture } from '../fixtures.ts'
import { app, org, useTestServerWithSharedOrg } from '../test-server.ts'
import { type Call, type Document, OutsideGenerator } from './outside-generator.ts'

/* A valid call of every operation can be written from the document alone: its examples, and the ids of its lists. */

const objects = 3
/** One success in five calls is the share that every operation must reach. */
const tries = 5

useTestServerWithSharedOrg({
  async afterStart() {
    for (let n = 0; n < objects; n++) await createFixture(app, org, `${n} `)
  },
})

const send = ({ method, path, query, body }: Call) =>
  app.call(org.admin.key, method, path, {
    query,
    ...(body && { body }),
    headers: method === 'GET' ? {} : { 'idempotency-key': newId() },
  })

test('every operation succeeds with the examples of the document', async () => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document
  const generator = new OutsideGenerator(document, send)
  const failing: string[] = []
  let [calls, succeeded] = [0, 0]
  for (const { path, method, operation } of generator.operations) {
    if (operation.security?.length === 0) continue
    let good = 0
    let reason = ''
    for (let n = 0; n < tries && good === 0; n++) {
      const reply = await send(await generator.call(path, method, operation, n))
      assert.ok(reply.status < 500, reply.text)
      calls++
      if (method === 'GET' && reply.status === 200) generator.remember(path, reply.body)
      if (reply.status < 300) good++
      else reason = `${reply.status} ${reply.text.slice(0, 200)}`
    }
    succeeded += good
    if (good === 0) failing.push(`${operation.operationId}: ${reason}`)
  }
  console.log(`${succeeded} of ${calls} calls succeeded; ${failing.length} operations below 20 %`)
  assert.deepEqual(failing, [])
})
