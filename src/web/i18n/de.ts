import { frame } from './de/frame.ts'
import { frontDoor } from './de/front-door.ts'
import { listen } from './de/listen.ts'
import { outside } from './de/outside.ts'
import { plan } from './de/plan.ts'
import { settings } from './de/settings.ts'
import { understand } from './de/understand.ts'

/** The whole German table, by the English sentence; a test holds it against what the code says. */
export const de: Record<string, string> = {
  ...frame,
  ...listen,
  ...understand,
  ...outside,
  ...plan,
  ...frontDoor,
  ...settings,
}
