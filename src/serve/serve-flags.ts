import { parseArgs } from 'node:util'
import type { Config } from '#config/types.ts'
import { UsageError } from '#client/usage-error.ts'

const roles = ['all', 'web', 'worker'] as const
export type ServerRole = (typeof roles)[number]

type ServeFlags = { config: Config; role: ServerRole; demo: boolean; timing: boolean }

export function readServeFlags(argv: string[], config: Config): ServeFlags {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      role: { type: 'string' },
      processes: { type: 'string' },
      demo: { type: 'boolean' },
      timing: { type: 'boolean' },
    },
  })
  const role = roles.find((name) => name === (values.role ?? 'all'))
  if (!role) throw new UsageError('--role takes all, web or worker, for example --role web')
  const port = wholeNumber(values.port, { flag: '--port', min: 0, max: 65_535, example: 3000 }) ?? config.port
  const publicUrl =
    config.publicUrl === `http://localhost:${config.port}` ? `http://localhost:${port}` : config.publicUrl
  return {
    role,
    demo: values.demo ?? false,
    timing: values.timing ?? false,
    config: {
      ...config,
      port,
      publicUrl,
      host: values.host ?? config.host,
      processes:
        wholeNumber(values.processes, { flag: '--processes', min: 1, max: 64, example: 2 }) ?? config.processes,
    },
  }
}

type NumberFlag = { flag: string; min: number; max: number; example: number }

function wholeNumber(text: string | undefined, { flag, min, max, example }: NumberFlag): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new UsageError(`${flag} takes a whole number from ${min} to ${max}, for example ${flag} ${example}`)
  return value
}
