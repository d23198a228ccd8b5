import type { SimulatedAnswer, Simulator, SimulatedWorld } from './simulator.ts'

/** Waits up to a minute happen within a run; a longer one ends it. */
const shortWaitSeconds = 7
const longWaitSeconds = 120

type Fault = (simulator: Simulator, world: SimulatedWorld) => SimulatedAnswer | 'drop'

const tooMany =
  (seconds: number): Fault =>
  (simulator, world) =>
    simulator.tooMany?.(seconds, world) ?? {
      status: 429,
      headers: { 'retry-after': String(seconds) },
      body: { error: 'too many requests' },
    }
const broken =
  (status: number): Fault =>
  () => ({ status, body: '<html>an error page</html>' })

/** What happens at which request, counted from the first one. */
const plan = new Map<number, Fault>([
  [2, broken(500)],
  [4, tooMany(shortWaitSeconds)],
  [6, () => 'drop'],
  [8, broken(503)],
  [9, broken(502)],
  [12, tooMany(longWaitSeconds)],
])

/** Answers in place of the simulator, at planned requests. */
export class Faults {
  private count = 0
  private readonly simulator: Simulator
  isActive = true
  injected = 0

  constructor(simulator: Simulator) {
    this.simulator = simulator
  }

  next(world: SimulatedWorld): SimulatedAnswer | 'drop' | undefined {
    if (!this.isActive) return undefined
    const fault = plan.get(++this.count)?.(this.simulator, world)
    if (fault) this.injected++
    return fault
  }
}
