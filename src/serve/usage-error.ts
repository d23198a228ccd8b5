/** The command line was wrong; the message says how it is meant. */
export class UsageError extends Error {
  override name = 'UsageError'
}
