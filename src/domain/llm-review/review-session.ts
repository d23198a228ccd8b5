import type { JobRun } from '#domain/context.ts'
import { deductCreditsLeft, getCredits } from '#domain/account/credits/queries.ts'
import { endPause, pauseAfterFailure } from '#domain/llm-tasks/queries-pause.ts'
import { dropOpenTasks } from '#domain/llm-tasks/queries.ts'
import { scheduleReview } from '#domain/llm-tasks/schedule-review.ts'
import { MAX_REQUESTS_PER_JOB } from '#engine/thresholds/language-model.ts'
import type { Completion, CompletionRequest, ModelProvider } from '#llm/provider.ts'
import type { Db } from '#store/open.ts'

/** `skipped`: not asked, because the model fails or the requests or credits of the job are spent. */
export type ReviewAnswer = Completion | { status: 'skipped' }

/** The requests of one job: limited in number, paid with credits, and ended by the first failure of the model. */
export class ReviewSession {
  readonly run: JobRun
  readonly llm: ModelProvider
  #requests = MAX_REQUESTS_PER_JOB
  #credits: number | null
  #answers = 0
  #tokens = 0
  #failure: { retryAfterMs?: number } | undefined

  private constructor(run: JobRun, llm: ModelProvider, credits: number | null) {
    this.run = run
    this.llm = llm
    this.#credits = credits
  }

  static async open(run: JobRun, llm: ModelProvider): Promise<ReviewSession> {
    return new ReviewSession(run, llm, await getCredits(run.db, run.org))
  }

  get isOver(): boolean {
    return this.#failure !== undefined || this.#requests === 0 || this.#credits === 0
  }

  async ask(request: Omit<CompletionRequest, 'signal'>): Promise<ReviewAnswer> {
    if (this.isOver) return { status: 'skipped' }
    this.#requests--
    // Reserved, so that simultaneous requests do not spend the same credit.
    if (this.#credits !== null) this.#credits--
    const completion = await this.llm.complete({ ...request, signal: this.run.signal })
    if (completion.status === 'answered') {
      this.#answers++
      this.#tokens += completion.tokens
      return completion
    }
    if (this.#credits !== null) this.#credits++
    if (completion.status === 'unavailable') this.#failure = { ...completion, ...this.#failure }
    return completion
  }

  /** The last write of the job. */
  async finish(db: Db): Promise<void> {
    const { run } = this
    if (this.#failure) await pauseAfterFailure(db, run.org, this.#failure.retryAfterMs)
    else if (this.#answers > 0) await endPause(db, run.org)
    if (this.#credits === 0) await dropOpenTasks(db, run.org)
    await scheduleReview(run, db)
    if (this.#answers === 0) return
    const fields = { org: run.org, job: run.id, model: this.llm.model, answers: this.#answers, tokens: this.#tokens }
    run.log.info(fields, 'language model requests completed')
  }

  /** Writes what an answer changes; the credit is paid in the same transaction. */
  writeAnswer(work: (db: Db) => Promise<void>): Promise<void> {
    return this.run.write(async (db) => {
      await deductCreditsLeft(db, this.run.org, 1)
      await work(db)
    })
  }
}
