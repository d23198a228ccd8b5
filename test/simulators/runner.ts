import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { PullFailure } from '#domain/integrations/definition/provider.ts'

/* Runs a pull that may be killed between a page and its commit. */

export type RunResult = {
  result: 'up_to_date' | 'continue' | 'stopped' | 'failed' | 'killed'
  failure?: PullFailure
  now: number
}
/** `shouldKill` is asked after every answer, before anything of it is stored. */
export type RunInput = { now: number; shouldKill(): boolean; onCommit(): void }
export type Runner = (input: RunInput) => Promise<RunResult>

type ChildMessage = { type: 'answer' | 'commit' } | ({ type: 'result' } & RunResult)

const processFile = join(import.meta.dirname, 'pull-process.ts')

/** Each run is a process of its own, ended with SIGKILL. */
export const processRunner =
  (settings: object): Runner =>
  ({ now, shouldKill, onCommit }) =>
    new Promise((resolve, reject) => {
      const child = fork(processFile, [JSON.stringify({ ...settings, now })])
      let outcome: RunResult | undefined
      let wasKilled = false
      child.on('message', (message: ChildMessage) => {
        if (message.type === 'result') outcome = message
        else if (message.type === 'commit') onCommit()
        else if (shouldKill()) {
          wasKilled = true
          child.kill('SIGKILL')
        } else child.send('go')
      })
      child.on('error', reject)
      child.on('exit', (code) => {
        if (wasKilled) resolve({ result: 'killed', now })
        else if (outcome) resolve(outcome)
        else reject(new Error(`the process that fetched ended with code ${code}`))
      })
    })
