import { assistant } from './assistant.ts'
import { editor } from './editor.ts'
import { exporting } from './export.ts'
import { general } from './general.ts'
import { integrations } from './integrations.ts'
import { mobile } from './mobile.ts'
import { onboarding } from './onboarding.ts'
import { pricing } from './pricing.ts'
import { search } from './search.ts'
import { sharing } from './sharing.ts'
import { sync } from './sync.ts'
import type { Topic } from './topic.ts'

export const topics: readonly Topic[] = [
  ...search,
  ...sync,
  ...mobile,
  ...assistant,
  ...sharing,
  ...exporting,
  ...editor,
  ...integrations,
  ...pricing,
  ...onboarding,
  ...general,
]
