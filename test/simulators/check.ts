import type { Simulator } from './simulator.ts'
import type { Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import type { RunningServer } from './start-simulator.ts'
import { pullOnce, type PullTarget } from './pull-once.ts'
import type { Runner, RunResult } from './runner.ts'
import { changeWorld } from './world.ts'

/* Repeats runs until nothing is newer, with kills and changes between. */

type CheckOptions = {
  store: Store
  vault: Vault
  kills: number
  items: number
  simulator: Simulator
  server: RunningServer
  target: Omit<PullTarget, 'now'>
  runner?: (target: Omit<PullTarget, 'now'>) => Runner
}

class KilledError extends Error {}

const pollMs = 10 * 60_000
const maxRuns = 500

export class Check {
  readonly problems: string[] = []
  killed = 0
  private commits = 0
  private isKillDue = false
  private hasChanged = false
  private readonly options: CheckOptions
  private readonly runner: Runner

  constructor(options: CheckOptions) {
    this.options = options
    this.runner = options.runner?.(options.target) ?? this.inProcess
  }

  async run() {
    await this.untilUpToDate()
    this.changeOnce()
    // Twice: the second run must find what changed while the first one was under way.
    for (let round = 0; round < 2; round++) {
      this.options.server.world.now += pollMs
      await this.untilUpToDate()
    }
  }

  async untilUpToDate() {
    const { world } = this.options.server
    for (let runs = 0; runs < maxRuns; runs++) {
      const outcome = await this.runner({
        now: world.now,
        shouldKill: () => this.shouldKill(),
        onCommit: () => this.onCommit(),
      })
      world.now = Math.max(world.now, outcome.now)
      if (outcome.result === 'up_to_date') return
      if (outcome.result === 'failed' && !this.canRetry(outcome)) return
    }
    this.problems.push(`not up to date after ${maxRuns} runs`)
  }

  private canRetry({ failure }: RunResult): boolean {
    const { world } = this.options.server
    if (failure?.retryAt === undefined) {
      this.problems.push(failure?.message ?? 'the run failed')
      return false
    }
    world.now = Math.max(world.now, failure.retryAt)
    return true
  }

  /** After a page was stored, the next one is killed before it is. */
  private shouldKill(): boolean {
    if (!this.isKillDue || this.killed >= this.options.kills) return false
    this.isKillDue = false
    this.killed++
    return true
  }

  private onCommit() {
    const { items, target, simulator, server } = this.options
    this.isKillDue = true
    const done = (++this.commits * target.pageSize) / items
    if (done > 0.3 && simulator.expiresTokens && server.world.tokenNumber === 1) server.world.tokenNumber = 2
    if (done > 0.5) this.changeOnce()
    if (done > 0.7 && simulator.expiresPositions && server.world.generation === 1) server.world.generation = 2
  }

  private changeOnce() {
    if (!this.hasChanged) changeWorld(this.options.server.world, this.options.simulator)
    this.hasChanged = true
  }

  private readonly inProcess: Runner = async ({ now, shouldKill, onCommit }) => {
    const { store, vault, target } = this.options
    try {
      return await pullOnce(
        { store, vault },
        { ...target, now },
        {
          async afterAnswer() {
            if (shouldKill()) throw new KilledError()
          },
          afterCommit: onCommit,
        },
      )
    } catch (error) {
      if (!(error instanceof KilledError)) throw error
      return { result: 'killed', now: this.options.server.world.now }
    }
  }
}
