import { settingEntries } from './settings.ts'
import type { Config } from './types.ts'

/** What `earshot config` prints: the value of every setting, secrets masked. */
export const describeConfig = (config: Config): Record<string, unknown> =>
  Object.fromEntries(
    settingEntries.map(([field, { name, secret }]) => [
      name,
      secret && config[field] !== null ? '********' : config[field],
    ]),
  )
