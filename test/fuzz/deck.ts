import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Operation } from './document.ts'
import { type Draft, type Identity, validOf } from './drafts.ts'
import { hostileOf } from './hostile.ts'
import { nearOf } from './near.ts'

/* Which case comes at which number: half of them valid, the rest going through every near miss and every attack in turn. */

const order = 'vnvhvnvnvhvnvhvnvnvh'

export type Drawn = { drafts: fc.Arbitrary<Draft>; seed: number; path: string }
export type Deck = { case(index: number): Drawn; spare(index: number): Drawn }

const turns = 100

export function deckOf(operation: Operation, seed: number): Deck {
  const valid = [validOf(operation)]
  const hands: Record<string, fc.Arbitrary<Draft>[]> = {
    v: valid,
    n: orElse(nearOf(operation), valid),
    h: orElse(hostileOf(operation), valid),
  }
  const spares = validOf(operation, fc.constant<Identity>('admin'))
  const drawn = (drafts: fc.Arbitrary<Draft>, name: string, index: number): Drawn => ({
    drafts,
    seed: seedOf(seed, `${operation.id} ${name} ${Math.floor(index / turns)}`),
    path: String(index % turns),
  })
  return {
    case(index) {
      const hand = order[index % order.length]!
      const before =
        Math.floor(index / order.length) * countOf(hand, order) + countOf(hand, order.slice(0, index % order.length))
      return drawn(hands[hand]![before % hands[hand]!.length]!, 'case', index)
    },
    spare: (index) => drawn(spares, 'spare', index),
  }
}

const countOf = (letter: string, text: string) => text.split(letter).length - 1
const orElse = <T>(some: T[], others: T[]) => (some.length ? some : others)

/** One number for a run; every operation draws from a seed of its own, so that leaving others out changes nothing. */
const seedOf = (seed: number, name: string) => createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE(0)

export const draw = ({ drafts, seed, path }: Drawn): Draft =>
  fc.sample(property(drafts), { seed, path, numRuns: 1 })[0]![0]

/** The same case again and, while it still fails, smaller and smaller. */
export const redraw = ({ drafts, seed, path }: Drawn, run: (draft: Draft) => Promise<void>) =>
  fc.check(property(drafts, run), { seed, path, numRuns: 1, interruptAfterTimeLimit: 3000 })

const property = (drafts: fc.Arbitrary<Draft>, run: (draft: Draft) => Promise<void> = async () => {}) =>
  fc.asyncProperty(drafts, run)
