import type { SimulatedItem, Simulator, SimulatedWorld } from './simulator.ts'

/* The items that a provider has during a check, and the changes that happen while they are fetched. */

const dayMs = 86_400_000
const historyDays = 300
/** Simulated time runs ahead of the real one; starting in the past keeps it from ending in the future. */
const startsDaysAgo = 3

const textOf = (n: number, version: number) =>
  `The export of report ${n} takes far too long for our team (version ${version}).`

export function createWorld({ historyDays: maxDays = historyDays }: Simulator, count: number): SimulatedWorld {
  const now = Math.floor(Date.now() / 1000) * 1000 - startsDaysAgo * dayMs
  const from = now - Math.min(maxDays, historyDays) * 0.9 * dayMs
  const step = (now - 3_600_000 - from) / count
  return {
    items: Array.from({ length: count }, (_, n) => newItem(n, Math.floor((from + n * step) / 1000) * 1000)),
    now,
    generation: 1,
    tokenNumber: 1,
    baseUrl: '',
  }
}

const newItem = (n: number, time: number): SimulatedItem => ({
  n,
  id: String(10_001 + n),
  text: textOf(n, 1),
  createdAt: time,
  updatedAt: time,
  isDeleted: false,
})

/** Edits early and late items, adds new ones, and deletes some where the provider reports it. */
export function changeWorld({ items, now }: SimulatedWorld, simulator: Simulator) {
  const { length } = items
  const at = (part: number) => items[Math.floor(part * (length - 1))]!
  if (simulator.reportsEdits !== false)
    for (const [k, part] of [0, 0.2, 0.6, 0.8, 1].entries())
      Object.assign(at(part), { text: textOf(at(part).n, 2), updatedAt: now - k * 1000 })
  if (simulator.reportsDeletions)
    for (const part of [0.1, 0.9]) Object.assign(at(part), { isDeleted: true, updatedAt: now })
  for (let k = 0; k < 7; k++) items.push(newItem(length + k, now - k * 1000))
}
