declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export type Request = {
    method?: 'GET' | 'POST'
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  export type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    timeout: number
    sampleInt: number
    requests: Request[]
  }
  export type Result = {
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    statusCodeStats: Record<string, { count: number }>
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter
}
