import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Operation } from './document.ts'
import { type Draft, type Identity, validOf } from './drafts.ts'
import { attacksOf } from './hostile.ts'
import { nearMissesOf } from './near-misses.ts'

/* Maps case numbers to cases: half are valid, the others cycle through all near misses and attacks. */

const order = 'vnvhvnvnvhvnvhvnvnvh'

export type ScheduledCase = { drafts: fc.Arbitrary<Draft>; seed: number; path: string }
export type CaseSchedule = { case(index: number): ScheduledCase; spare(index: number): ScheduledCase }

const casesPerSeed = 100

export function caseScheduleOf(operation: Operation, seed: number): CaseSchedule {
  const valid = [validOf(operation)]
  const arbitraries: Record<string, fc.Arbitrary<Draft>[]> = {
    v: valid,
    n: orElse(nearMissesOf(operation), valid),
    h: orElse(attacksOf(operation), valid),
  }
  const spares = validOf(operation, fc.constant<Identity>('admin'))
  const scheduled = (drafts: fc.Arbitrary<Draft>, name: string, index: number): ScheduledCase => ({
    drafts,
    seed: seedOf(seed, `${operation.id} ${name} ${Math.floor(index / casesPerSeed)}`),
    path: String(index % casesPerSeed),
  })
  return {
    case(index) {
      const letter = order[index % order.length]!
      const before =
        Math.floor(index / order.length) * countOf(letter, order) +
        countOf(letter, order.slice(0, index % order.length))
      return scheduled(arbitraries[letter]![before % arbitraries[letter]!.length]!, 'case', index)
    },
    spare: (index) => scheduled(spares, 'spare', index),
  }
}

const countOf = (letter: string, text: string) => text.split(letter).length - 1
const orElse = <T>(some: T[], others: T[]) => (some.length ? some : others)

/** Every operation derives its own seed, so that excluding other operations changes nothing. */
const seedOf = (seed: number, name: string) => createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE(0)

export const draw = ({ drafts, seed, path }: ScheduledCase): Draft =>
  fc.sample(property(drafts), { seed, path, numRuns: 1 })[0]![0]

/** Repeats a failing case and shrinks it while it still fails. */
export const shrinkCase = ({ drafts, seed, path }: ScheduledCase, run: (draft: Draft) => Promise<void>) =>
  fc.check(property(drafts, run), { seed, path, numRuns: 1, interruptAfterTimeLimit: 3000 })

const property = (drafts: fc.Arbitrary<Draft>, run: (draft: Draft) => Promise<void> = async () => {}) =>
  fc.asyncProperty(drafts, run)
