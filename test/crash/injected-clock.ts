/* Replaces the wall clock of this process; timers and performance.now() keep running, as when the system clock is set. */

const RealDate = Date
let offsetMs = 0

class InjectedDate extends RealDate {
  constructor(...values: unknown[]) {
    super(...((values.length === 0 ? [RealDate.now() + offsetMs] : values) as [number]))
  }
  static override now = () => RealDate.now() + offsetMs
}
globalThis.Date = InjectedDate as DateConstructor

export const setClockOffset = (ms: number) => void (offsetMs = ms)
