import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCrew } from '#engine/embed/crew.ts'

const mortal = join(import.meta.dirname, 'mortal-thread.ts')

test('everybody who asks is answered, however few threads there are', async () => {
  const crew = await openCrew(mortal, 2)
  const words = Array.from({ length: 20 }, (_, n) => `word ${n}`)
  assert.deepEqual(await Promise.all(words.map((word) => crew.ask(word))), words)
  await crew.close()
})

test('a thread that dies fails what it did and nothing else, and another takes its place', async () => {
  const crew = await openCrew(mortal, 1)
  const results = await Promise.allSettled(
    ['one', 'throw', 'two', 'exit', 'three', 'refuse', 'four'].map((word) => crew.ask<string>(word)),
  )
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    ['one', 'it broke', 'two', 'the thread ended before it answered', 'three', 'it will not', 'four'],
  )
  await crew.close()
})

test('a crew whose threads do not start is not opened', async () => {
  await assert.rejects(openCrew(join(import.meta.dirname, 'no-such-thread.ts'), 2), /no-such-thread/)
})
