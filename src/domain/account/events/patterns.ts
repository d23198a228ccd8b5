import { type EventName, eventNames } from '#contract/resources/events.ts'

/** `project.*` means every event of projects, `*` every event there is. */
export const matches = (pattern: string, name: string) =>
  pattern === '*' || pattern === name || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1)))

export const namesOf = (patterns: readonly string[]): EventName[] =>
  eventNames.filter((name) => patterns.some((pattern) => matches(pattern, name)))
