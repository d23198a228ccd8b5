import { parentPort } from 'node:worker_threads'

/* Says what it is told, and dies in the ways a thread can. */

parentPort!.postMessage('ready')
parentPort!.on('message', (told: string) => {
  if (told === 'throw') throw new Error('it broke')
  if (told === 'exit') process.exit(3)
  parentPort!.postMessage(told === 'refuse' ? { error: 'it will not' } : { answer: told })
})
