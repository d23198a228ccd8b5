import { readFileSync } from 'node:fs'
import { nameInUse } from './aliases.ts'
import { ConfigError, type ConfigProblem } from './errors.ts'
import { settingEntries } from './settings.ts'
import type { Config, Environment, Setting } from './types.ts'

/** Reads the configuration from the environment; throws a ConfigError that lists all problems. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: ConfigProblem[] = []
  const values: Record<string, unknown> = {}
  for (const [field, setting] of settingEntries) {
    const text = readText(setting, environment, problems) ?? setting.default
    const value = text === null ? null : setting.parse(text)
    if (value === undefined) problems.push(invalidValue(setting, text!))
    values[field] = value
  }
  if (problems.length) throw new ConfigError(problems)
  const config = values as Config
  return { ...config, publicUrl: config.publicUrl ?? `http://localhost:${config.port}` }
}

const invalidValue = ({ name, secret, description, example }: Setting<unknown>, text: string): ConfigProblem => ({
  name,
  reason: `${secret ? 'the value' : JSON.stringify(text)} is not valid: ${description}`,
  example,
})

/** The value of NAME, or the content of the file that NAME_FILE names. */
function readText(setting: Setting<unknown>, environment: Environment, problems: ConfigProblem[]): string | null {
  const name = nameInUse(setting, environment)
  const value = environment[name]
  const file = environment[`${name}_FILE`]
  if (value && file) problems.push({ name, reason: `both ${name} and ${name}_FILE are set`, example: setting.example })
  if (value) return value
  if (!file) return null
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    problems.push({
      name: `${name}_FILE`,
      reason: `cannot be read: ${(error as Error).message}`,
      example: `/run/secrets/${name.toLowerCase()}`,
    })
    return null
  }
}
