import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'

/** What the contract fixes word for word, with the planning and findings around it, has its full run every time; the rest has it in `npm run test:fuzz`. */
const fixed =
  /^\/(me|openapi|themes|theme-proposals|insights|subthemes|projects|initiatives|opportunities|build|competitors|support)(\/|$)/
export const fullRun = 300
const shortRun = (path: string) => (fixed.test(path) ? fullRun : 100)

/** The same contract is asked the same questions in every test run, and each change of it asks others; the long run draws its own seed. */
const seedOf = (document: string) => createHash('sha256').update(document).digest().readUInt32BE(0) % 2 ** 31

/** The long run hands its options to the test through the environment. */
export function optionsFrom(environment: Record<string, string | undefined>, document: string) {
  const only = environment.FUZZ_OPERATION?.split(',')
  return {
    cases: environment.FUZZ_CASES === undefined ? shortRun : Number(environment.FUZZ_CASES),
    seed: environment.FUZZ_SEED === undefined ? seedOf(document) : Number(environment.FUZZ_SEED),
    ...(only && { only }),
  }
}

export function environmentFrom(args: string[]): Record<string, string> {
  const { values } = parseArgs({
    args,
    options: { cases: { type: 'string' }, seed: { type: 'string' }, operation: { type: 'string', multiple: true } },
  })
  return {
    FUZZ_CASES: values.cases ?? String(fullRun),
    FUZZ_SEED: values.seed ?? String(Date.now() % 2 ** 31),
    ...(values.operation && { FUZZ_OPERATION: values.operation.join(',') }),
  }
}
