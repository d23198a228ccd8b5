import type { OutcomeHistory, WeeklyCounts } from '#engine/outcome/history.ts'
import { type Random, randomOf } from './random.ts'

export type Scenario = {
  /** How many times as many asks as without the Project. */
  effect: number
  /** Asks a week of the theme at the start. */
  asksAWeek: number
  /** The theme is chosen because it rose most, as teams choose. */
  chosenAtPeak?: boolean
  /** How many times as many asks one of the aspects next to it gets. */
  neighbourEffect?: number
}

const [weeksBefore, weeksAfter] = [26, 12]
const weeks = weeksBefore + weeksAfter

type Shape = { rate: number; season: number; phase: number; drift: number; shock: number; negative: number }

/** Themes differ in size, in their season, in how far they drift by themselves, and in how much weeks vary. */
const drawShape = (random: Random, rate: number): Shape => ({
  rate,
  season: random.between(0, 0.2),
  phase: random.between(0, 2 * Math.PI),
  drift: random.between(0, 0.04),
  shock: random.between(0.02, 0.3),
  negative: random.between(0.3, 0.7),
})

/** What all themes share: growth, the season of the whole product, and weeks in which little or nothing arrived. */
function drawVolume(random: Random): number[] {
  const growth = random.between(-0.005, 0.03)
  const [season, phase] = [random.between(0, 0.3), random.between(0, 2 * Math.PI)]
  const missing = new Map([...Array(random.whole(4))].map(() => [random.whole(weeks), random.between(0, 0.3)]))
  return Array.from(
    { length: weeks },
    (_, week) =>
      Math.exp(growth * week + season * Math.sin((2 * Math.PI * week) / 52 + phase)) * (missing.get(week) ?? 1),
  )
}

function drawTheme(random: Random, shape: Shape, volume: readonly number[], effect: number): WeeklyCounts {
  let level = 0
  const [asks, negative, all]: [number[], number[], number[]] = [[], [], []]
  for (let week = 0; week < weeks; week++) {
    level += shape.drift * random.normal()
    const season = shape.season * Math.sin((2 * Math.PI * week) / 52 + shape.phase)
    const shock = random.gamma(1 / shape.shock) * shape.shock
    const mean = shape.rate * volume[week]! * Math.exp(level + season) * shock
    const asked = random.poisson(mean * (week >= weeksBefore ? effect : 1))
    const praised = random.poisson(mean * 0.4)
    let bad = 0
    for (let one = 0; one < asked; one++) if (random.uniform() < shape.negative) bad++
    asks.push(asked)
    negative.push(bad)
    all.push(asked + praised)
  }
  return { asks, negative, all }
}

const rise = ({ asks }: WeeklyCounts) => {
  const sum = (from: number, to: number) => asks.slice(from, to).reduce((a, b) => a + b, 0.5)
  return sum(weeksBefore - 8, weeksBefore) / sum(0, weeksBefore - 8)
}

/** One made history: the theme of a Project among others, with the date after week 26, and eight aspects next to it. */
export function drawHistory(
  seed: number,
  { effect, asksAWeek, chosenAtPeak = false, neighbourEffect = 1 }: Scenario,
): OutcomeHistory & { neighbours: WeeklyCounts[] } {
  const random = randomOf(seed)
  const volume = drawVolume(random)
  const draw = (rate: number, change: number) => drawTheme(random, drawShape(random, rate), volume, change)
  const controls = [...Array(6 + random.whole(20))].map(() => draw(Math.exp(random.between(-0.7, 2.7)), 1))
  const candidates = [...Array(chosenAtPeak ? 5 : 1)].map(() => draw(asksAWeek, effect))
  const [target, ...rest] = candidates.toSorted((a, b) => rise(b) - rise(a))
  const neighbours = [...Array(8)].map((_, n) => draw(3, n === 0 ? neighbourEffect : 1))
  const active = volume.map((share, week) => Math.round(share * 40) + target!.all[week]!)
  return { weeksBefore, active, target: target!, controls: [...controls, ...rest], neighbours }
}
