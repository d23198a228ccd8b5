import type { DailyCounts } from '#engine/releases/daily-counts.ts'
import { type Random, randomOf } from './random.ts'

export type ReleaseScenario = {
  /** Customers a week before. */
  aWeek: number
  /** How many times as many since the release; 1 is no regression. */
  rise: number
  /** Which part of those who complain since then name the update. */
  naming: number
}
export type MadeRelease = { day: number; name: string }
export type ReleaseHistory = { counts: DailyCounts; releases: MadeRelease[]; broken: MadeRelease }

const days = 7 * 40
const weekend = [1, 1, 1.05, 1, 0.95, 0.5, 0.45]

/** Releases every two to five weeks. */
function drawReleases(random: Random): MadeRelease[] {
  const releases: MadeRelease[] = []
  for (let day = random.whole(14); day < days; day += 14 + random.whole(22))
    releases.push({ day, name: `${releases.length + 1}.0` })
  return releases
}

/** Days of a theme beside all others: seasons, growth, weekends, lost days, drift, and weeks that vary. */
export function drawReleaseHistory(seed: number, { aWeek, rise, naming }: ReleaseScenario): ReleaseHistory {
  const random = randomOf(seed)
  const releases = drawReleases(random)
  const late = releases.filter(({ day }) => day > 7 * 20 && day < days - 7 * 7)
  const broken = late[random.whole(late.length)]!
  const [growth, season, phase] = [random.between(-0.005, 0.03) / 7, random.between(0, 0.3), random.between(0, 6.28)]
  const [ownSeason, ownPhase] = [random.between(0, 0.2), random.between(0, 6.28)]
  const [drift, shock, othersAWeek] = [random.between(0, 0.04), random.between(0.02, 0.3), random.between(20, 200)]
  const lost = new Set(Array.from({ length: random.whole(4) }, () => random.whole(40)))
  const [theme, others, mentions]: [number[], number[], number[]] = [[], [], []]
  let [level, weekShock] = [0, 1]
  for (let day = 0; day < days; day++) {
    if (day % 7 === 0) {
      level += drift * random.normal()
      weekShock = random.gamma(1 / shock) * shock
    }
    const year = (2 * Math.PI * day) / 365
    const volume =
      (Math.exp(growth * day + season * Math.sin(year + phase)) *
        weekend[day % 7]! *
        (lost.has(Math.floor(day / 7)) ? 0.1 : 1)) /
      6
    const mean = aWeek * volume * weekShock * Math.exp(level + ownSeason * Math.sin(year + ownPhase))
    const isBroken = day >= broken.day
    const usual = random.poisson(mean)
    const more = isBroken ? random.poisson(mean * (rise - 1)) : 0
    let named = 0
    for (let one = 0; one < usual; one++) if (random.uniform() < 0.02) named++
    for (let one = 0; one < more; one++) if (random.uniform() < naming) named++
    theme.push(usual + more)
    others.push(random.poisson(othersAWeek * volume))
    mentions.push(named)
  }
  return { counts: { theme, others, mentions }, releases, broken }
}

/** What is known at the end of a week: the days before and the releases so far. */
export function knownAt({ counts, releases }: ReleaseHistory, end: number, daysBefore: number) {
  const start = Math.max(0, end - daysBefore)
  const cut = (values: readonly number[]) => values.slice(start, end)
  return {
    counts: { theme: cut(counts.theme), others: cut(counts.others), mentions: cut(counts.mentions) },
    releases: releases
      .filter(({ day }) => day >= start && day < end)
      .map((release) => ({ ...release, day: release.day - start })),
  }
}
