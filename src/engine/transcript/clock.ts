const clock = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/

/** `1:02:03.500`, `02:03` and the like in milliseconds; undefined when it is no time. */
export function parseClock(text: string): number | undefined {
  const found = text.length <= 16 ? clock.exec(text) : null
  if (!found) return undefined
  const [, hours = '0', minutes, seconds, fraction = ''] = found
  if (Number(seconds) > 59 || (found[1] !== undefined && Number(minutes) > 59)) return undefined
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** In the format of WebVTT. */
export function formatClock(millis: number): string {
  const seconds = Math.floor(millis / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const clockTime = [hours, minutes, seconds % 60].map(twoDigits).join(':')
  return `${clockTime}.${String(millis % 1000).padStart(3, '0')}`
}

const dayMs = 24 * 3_600_000

/** Times of day relative to the first of them; a call may run past midnight. */
export function relativeToFirst(times: readonly (number | null)[]): (number | null)[] {
  const first = times.find((time) => time !== null)
  return times.map((time) =>
    time === null || first === undefined || first === null ? null : (time - first + dayMs) % dayMs,
  )
}
