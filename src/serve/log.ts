import type { Log } from '#domain/context.ts'

const levels = ['error', 'warn', 'info'] as const
export type Level = (typeof levels)[number]

/** Anything that looks like a secret of ours, wherever it stands in a line. */
const secrets =
  /\b[a-z][a-z0-9]{1,9}_(?:us|eu|au)_[0-9A-Za-z]{8,}|whsec_[\w+/=-]+|(postgres(?:ql)?:\/\/[^:/\s"]+:)[^@\s"]+@|(bearer\s+)[^\s"\\]+/gi
export const scrub = (line: string) =>
  line.replace(secrets, (_found, url?: string, bearer?: string) =>
    url ? `${url}***@` : bearer ? `${bearer}***` : '***',
  )

/** One JSON object a line on stderr, so that stdout stays for people; a log that cannot be written never stops the server. */
export function createLog(
  level: Level,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log {
  const max = levels.indexOf(level)
  const at = (name: Level) => (fields: object, message: string) => {
    if (levels.indexOf(name) <= max)
      write(`${scrub(JSON.stringify({ time: new Date().toISOString(), level: name, message, ...fields }))}\n`)
  }
  return { error: at('error'), warn: at('warn'), info: at('info') }
}
