import { setTimeout as sleep } from 'node:timers/promises'
import { throwIfClosing } from '#engine/embed/worker-pool.ts'

/* Answers with its message, or fails in the way the message asks for. */

export default async function answer(message: string): Promise<string> {
  if (message === 'throw') setImmediate(() => throwError('it broke'))
  if (message === 'exit') process.exit(3)
  if (message === 'refuse') throwError('refused')
  if (message === 'throw') await new Promise(() => {})
  while (message === 'read on') {
    throwIfClosing()
    await sleep(1)
  }
  return message
}

function throwError(message: string): never {
  throw new Error(message)
}
