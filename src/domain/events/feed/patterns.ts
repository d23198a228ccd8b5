import { type EventName, eventNames } from '#contract/core/event-names.ts'

/** `project.*` means every event of projects, `*` every event there is. */
export const matchesPattern = (pattern: string, name: string) =>
  pattern === '*' || pattern === name || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1)))

export const expandPatterns = (patterns: readonly string[]): EventName[] =>
  eventNames.filter((name) => patterns.some((pattern) => matchesPattern(pattern, name)))
