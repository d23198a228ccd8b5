import { defaultWays, notificationKinds } from '#vocabulary/discussions.ts'
import type { StoredPreferences } from './queries.ts'

/* Pure. */

export const defaultPreferences: StoredPreferences = { ways: {}, quiet_from: null, quiet_to: null, time_zone: 'UTC' }

export const allWays = (ways: StoredPreferences['ways']) => ({ ...defaultWays, ...ways })

export const countsByKind = (rows: readonly { kind: string; count: number }[]) => {
  const counts = Object.fromEntries(notificationKinds.map((kind) => [kind, 0])) as Record<
    (typeof notificationKinds)[number],
    number
  >
  for (const { kind, count } of rows) counts[kind as keyof typeof counts] = count
  return counts
}

export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Whether a time is in the quiet hours, which may go over midnight. */
export function isInQuietHours(
  { quiet_from, quiet_to, time_zone }: Omit<StoredPreferences, 'ways'>,
  at: Date,
): boolean {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return false
  const clock = at.toLocaleTimeString('en-GB', { timeZone: time_zone, hour: '2-digit', minute: '2-digit' })
  return quiet_from < quiet_to ? clock >= quiet_from && clock < quiet_to : clock >= quiet_from || clock < quiet_to
}
