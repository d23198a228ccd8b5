import { parseArgs } from 'node:util'

const shortRun = 80

/** The long run hands its options to the test through the environment. */
export function optionsFrom(environment: Record<string, string | undefined>) {
  const only = environment.FUZZ_OPERATION?.split(',')
  return {
    cases: Number(environment.FUZZ_CASES ?? shortRun),
    seed: environment.FUZZ_SEED === undefined ? Date.now() % 2 ** 31 : Number(environment.FUZZ_SEED),
    ...(only && { only }),
  }
}

export function environmentFrom(args: string[]): Record<string, string> {
  const { values } = parseArgs({
    args,
    options: { cases: { type: 'string' }, seed: { type: 'string' }, operation: { type: 'string', multiple: true } },
  })
  return {
    ...(values.cases && { FUZZ_CASES: values.cases }),
    ...(values.seed && { FUZZ_SEED: values.seed }),
    ...(values.operation && { FUZZ_OPERATION: values.operation.join(',') }),
  }
}
