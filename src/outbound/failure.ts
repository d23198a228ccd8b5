export type OutboundCode =
  | 'REFUSED'
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'
  | 'BAD_ANSWER'
  | 'ABORTED'

/** Why there is no answer from outside; the message may be shown to whoever named the address. */
export class OutboundError extends Error {
  readonly code: OutboundCode
  constructor(code: OutboundCode, message: string) {
    super(message)
    this.name = 'OutboundError'
    this.code = code
  }
}

export const refused = (reason: string) => new OutboundError('REFUSED', reason)
