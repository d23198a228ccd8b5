import { UsageError } from '#client/usage-error.ts'
import { JsonScan, noJsonLimits } from '#contract/core/scan-json.ts'

/** Refuses a number that would be sent with another value; `otherwise` is for texts that are not JSON. */
export function parseInputJson(text: string, path: string, otherwise: (error: Error) => unknown): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return otherwise(error as Error)
  }
  const { problem } = new JsonScan(text, path, noJsonLimits)
  if (problem) throw new UsageError(problem.reason === 'form' ? problem.message : `${problem.path} ${problem.message}`)
  return value
}
