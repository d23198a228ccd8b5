import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { Counter, Registry } from 'prom-client'
import type { Peer } from '#serve/process-messages.ts'
import { sumProcesses } from '#serve/process-metrics.ts'

/** A web process that answers with its counter, or whose channel is broken. */
class WebProcess extends EventEmitter implements Peer {
  readonly #registry = new Registry()
  readonly requests = new Counter({ name: 'requests', help: 'requests', registers: [this.#registry] })
  isSilent = false
  send = (message: object) => {
    const { id } = message as { id: number }
    if (this.isSilent) throw new Error('channel closed')
    void this.#registry.getMetricsAsJSON().then((value) => this.emit('message', { answerTo: id, value }))
  }
}

test('a process that does not answer counts with its last answer, one that is gone does not', async () => {
  const [first, second] = [new WebProcess(), new WebProcess()]
  let children: WebProcess[] = [first, second]
  const { read } = await sumProcesses(undefined, () => children)
  const count = async () => /^requests (\d+)$/m.exec(await read())?.[1]
  first.requests.inc(3)
  second.requests.inc(4)
  assert.equal(await count(), '7')
  second.isSilent = true
  first.requests.inc(2)
  assert.equal(await count(), '9')
  second.isSilent = false
  second.requests.inc(1)
  assert.equal(await count(), '10')
  children = [first]
  assert.equal(await count(), '5')
})
