import { shell } from './de/shell.ts'
import { audit } from './de/audit.ts'
import { auth } from './de/auth.ts'
import { help } from './de/help.ts'
import { labelDefinitions } from './de/label-definitions.ts'
import { changes } from './de/changes.ts'
import { imports } from './de/imports.ts'
import { listen } from './de/listen.ts'
import { surveys } from './de/surveys.ts'
import { plan } from './de/plan.ts'
import { privacy } from './de/privacy.ts'
import { settings } from './de/settings.ts'
import { understand } from './de/understand.ts'
import { widgets } from './de/widgets.ts'
import { jobs } from './de/jobs.ts'
import { integrations } from './de/integrations.ts'
import { mailbox } from './de/mailbox.ts'

/** The German translations by English text; a test compares the keys with the code. */
export const de: Record<string, string> = {
  ...shell,
  ...listen,
  ...understand,
  ...surveys,
  ...plan,
  ...auth,
  ...privacy,
  ...settings,
  ...audit,
  ...widgets,
  ...integrations,
  ...mailbox,
  ...jobs,
  ...imports,
  ...changes,
  ...help,
  ...labelDefinitions,
}
