import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const header = 'x-earshot-inner-call'
/** Of this process, so that no caller can send it. */
const mark = randomUUID()

/** Marks a call that the server makes to itself for a request that it has authenticated. */
export const innerCallHeaders = { [header]: mark }

export const isInnerCall = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => headers[header] === mark
