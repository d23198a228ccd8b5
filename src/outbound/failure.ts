export type OutboundCode =
  | 'REFUSED'
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'
  | 'BAD_ANSWER'
  | 'ABORTED'

/** Why a request failed; the message may be shown to the user who entered the URL. */
export class OutboundError extends Error {
  readonly code: OutboundCode
  constructor(code: OutboundCode, message: string) {
    super(message)
    this.name = 'OutboundError'
    this.code = code
  }
}

export const refused = (reason: string) => new OutboundError('REFUSED', reason)
