import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'

/** Cases of each operation; `npm run test:fuzz` runs more. */
export const fullRun = 300
const shortRun = 60

/** npm test derives the seed from the contract, so that equal contracts get equal requests; the long run uses a new seed. */
const seedOf = (document: string) => createHash('sha256').update(document).digest().readUInt32BE(0) % 2 ** 31

/** The long run passes its options through environment variables. */
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
