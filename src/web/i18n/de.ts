import { shell } from './de/shell.ts'
import { auth } from './de/auth.ts'
import { listen } from './de/listen.ts'
import { surveys } from './de/surveys.ts'
import { plan } from './de/plan.ts'
import { settings } from './de/settings.ts'
import { understand } from './de/understand.ts'

/** The German translations by English text; a test compares the keys with the code. */
export const de: Record<string, string> = {
  ...shell,
  ...listen,
  ...understand,
  ...surveys,
  ...plan,
  ...auth,
  ...settings,
}
