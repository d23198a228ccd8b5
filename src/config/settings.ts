import { accountSettings, singleSignOnSettings } from './settings/accounts.ts'
import { analysisSettings } from './settings/analysis.ts'
import { databaseSettings } from './settings/database.ts'
import { mailSettings } from './settings/mail.ts'
import { observabilitySettings } from './settings/observability.ts'
import { outboundSettings } from './settings/outbound.ts'
import { serverSettings } from './settings/server.ts'
import type { Config, Setting, SettingGroup } from './types.ts'

/** The settings by subject; the README has a table with the same title and variables for each. */
export const settingGroups = {
  Server: serverSettings,
  Database: databaseSettings,
  'Accounts and API keys': accountSettings,
  'Single sign-on': singleSignOnSettings,
  Mail: mailSettings,
  Analysis: analysisSettings,
  'Outbound requests and competitor research': outboundSettings,
  'Logs, metrics and traces': observabilitySettings,
}

/** Every environment variable of the server. */
export const settingDefinitions = {
  ...serverSettings,
  ...databaseSettings,
  ...accountSettings,
  ...singleSignOnSettings,
  ...mailSettings,
  ...analysisSettings,
  ...outboundSettings,
  ...observabilitySettings,
} satisfies SettingGroup<keyof Config>

/** Field and setting, in the order of the groups. */
export const settingEntries = Object.values(settingGroups).flatMap((group) => Object.entries(group)) as [
  keyof Config,
  Setting<unknown>,
][]
