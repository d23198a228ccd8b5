import { settingEntries } from './settings.ts'
import type { Environment, Setting } from './types.ts'

const isSet = (environment: Environment, name: string) => Boolean(environment[name] || environment[`${name}_FILE`])

/** The name under which a setting is given: its current name, or else the first former name that is set. */
export const nameInUse = ({ name, aliases = [] }: Setting<unknown>, environment: Environment): string =>
  [name, ...aliases].find((candidate) => isSet(environment, candidate)) ?? name

type DeprecatedSetting = { setting: string; replacement: string }

/** The former names and values that the environment still uses, each with what replaces it. */
export const deprecatedSettings = (environment: Environment = process.env): DeprecatedSetting[] =>
  settingEntries.flatMap(([, { name, aliases = [], deprecatedValues = {} }]) => [
    ...aliases.filter((alias) => isSet(environment, alias)).map((alias) => ({ setting: alias, replacement: name })),
    ...Object.entries(deprecatedValues)
      .filter(([value]) => environment[name] === value)
      .map(([value, replacement]) => ({ setting: `${name}=${value}`, replacement: `${name}=${replacement}` })),
  ])
