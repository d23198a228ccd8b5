import { pino } from 'pino'
import type { Log } from '#domain/context.ts'

type Level = 'error' | 'warn' | 'info'

const apiKey = /\b[a-z][a-z0-9]{1,9}_(?:us|eu|au)_[0-9A-Za-z]{8,}/
const webhookSecret = /whsec_[\w+/=-]+/
const databasePassword = /(postgres(?:ql)?:\/\/[^:/\s"]+:)[^@\s"]+@/
const bearerToken = /(bearer\s+)[^\s"\\]+/
const secrets = new RegExp(
  [apiKey, webhookSecret, databasePassword, bearerToken].map((pattern) => pattern.source).join('|'),
  'gi',
)

function mask(_secret: string, url?: string, bearer?: string): string {
  if (url) return `${url}***@`
  return bearer ? `${bearer}***` : '***'
}

/** Masks secrets of ours anywhere in a line. */
const scrub = (line: string) => line.replace(secrets, mask)

/** JSON lines on stderr, so that stdout stays for people. */
export const createLog = (
  level: Level,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log =>
  pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(scrub(line)) },
  )
