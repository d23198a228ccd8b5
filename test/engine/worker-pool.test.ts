import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorkerPool } from '#engine/embed/worker-pool.ts'

const worker = join(import.meta.dirname, 'crashing-worker.ts')

test('answers more messages than there are threads', async () => {
  const pool = await openWorkerPool<string, string>(worker, { size: 2, warmUp: '' })
  const messages = Array.from({ length: 20 }, (_, n) => `message ${n}`)
  assert.deepEqual(await Promise.all(messages.map((message) => pool.send(message))), messages)
  await pool.close()
})

test('a thread that dies fails only its own message and is replaced', async () => {
  const pool = await openWorkerPool<string, string>(worker, { size: 1, warmUp: '' })
  const results = await Promise.allSettled(
    ['one', 'throw', 'two', 'exit', 'three', 'refuse', 'four'].map((message) => pool.send(message)),
  )
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    ['one', 'it broke', 'two', 'worker exited with code: 3', 'three', 'refused', 'four'],
  )
  await pool.close()
})

test('a pool whose threads do not start is not opened', async () => {
  await assert.rejects(
    openWorkerPool(join(import.meta.dirname, 'no-such-thread.ts'), { size: 2, warmUp: '' }),
    /no-such-thread/,
  )
})

test('a closing pool lets a thread end its message between two parts, and takes no more', async () => {
  const pool = await openWorkerPool<string, string>(worker, { size: 1, warmUp: '' })
  const sent = Promise.allSettled(['read on', 'waits'].map((message) => pool.send(message)))
  await pool.close()
  const reasons = (await sent).map((one) => one.status === 'rejected' && (one.reason as Error).message)
  assert.deepEqual(reasons, Array(2).fill('the worker threads are being stopped'))
  await assert.rejects(pool.send('late'), /being stopped/)
})
