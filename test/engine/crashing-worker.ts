import { parentPort } from 'node:worker_threads'

/* Answers with its message, or fails in the way the message asks for. */

parentPort!.postMessage('ready')
parentPort!.on('message', (message: string) => {
  if (message === 'throw') throw new Error('it broke')
  if (message === 'exit') process.exit(3)
  parentPort!.postMessage(message === 'refuse' ? { error: 'refused' } : { answer: message })
})
