import { createHash } from 'node:crypto'
import type { LanguageModelTask } from '#contract/resources/language-model.ts'
import { deductCreditsLeft, getCredits } from '#domain/organizations/credits/queries.ts'
import { estimateTokens } from '#llm/batches.ts'
import type { Completion, ModelProvider } from '#llm/provider.ts'
import { answerTokens, inputRoom } from '#llm/request-sizes.ts'
import type { Db } from '#store/open.ts'
import { maskPrompt } from './mask.ts'
import { insertAnswers, listAnswers } from './queries-answers.ts'
import { insertSentRequest } from './queries-log.ts'
import { endPause, insertSpent, pauseAfterFailure } from './queries-pause.ts'
import { findUse, type ModelUse } from './queries-use.ts'

/*
 * The only way to the language model. It is asked where an admin has switched that on, while it does not fail, while
 * tokens of the day and credits are left; with masked texts; never twice for the same; and every request is logged.
 */

type SessionDeps = {
  db: Db
  org: string
  llm: ModelProvider
  /** The log, the answer and its price are one transaction where there can be one. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  signal?: AbortSignal
}
type SessionRequest = {
  task: LanguageModelTask
  system: string
  /** JSON. */
  prompt: string
  schema: object
  /** How many insights or groups it is about. */
  count: number
  timeoutMs?: number
}
/** `skipped`: not asked, because the model fails or requests, tokens or credits are spent. */
type SessionAnswer = Completion | { status: 'skipped' }

export const hashOf = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

export class ModelSession {
  readonly #deps: SessionDeps
  #tokensLeft: number
  #credits: number | null
  #requestsLeft: number
  #failure: { retryAfterMs?: number } | undefined
  #isSpent = false
  answers = 0
  tokens = 0

  private constructor(deps: SessionDeps, left: { tokens: number; credits: number | null; requests: number }) {
    this.#deps = deps
    this.#tokensLeft = left.tokens
    this.#credits = left.credits
    this.#requestsLeft = left.requests
  }

  /** Undefined: the model may not be asked now. */
  static async open(deps: SessionDeps, use: ModelUse, maxRequests = Infinity): Promise<ModelSession | undefined> {
    const found = await findUse(deps.db, deps.org)
    if (!found?.[use] || found.waits) return undefined
    const credits = await getCredits(deps.db, deps.org)
    return credits === 0
      ? undefined
      : new ModelSession(deps, { tokens: found.tokens_left, credits, requests: maxRequests })
  }

  /** The limits of a batch that fits in one request with its answer. */
  within<Limits extends { maxTokens: number }>(limits: Limits, fixed: { system: string; schema: object }): Limits {
    const room = inputRoom(fixed, this.#deps.llm.contextTokens)
    return { ...limits, maxTokens: Math.max(1, Math.min(limits.maxTokens, room)) }
  }
  get model(): string {
    return this.#deps.llm.model
  }
  /** The model has failed, or tokens of the day or credits are used up: what was not answered waits. */
  get isWaiting(): boolean {
    return this.#failure !== undefined || this.#isSpent || this.#credits === 0
  }
  get hasFailed(): boolean {
    return this.#failure !== undefined
  }
  get isOver(): boolean {
    return this.isWaiting || this.#requestsLeft === 0
  }

  async ask({ task, system, count, ...request }: SessionRequest): Promise<SessionAnswer> {
    const { db, org, llm } = this.#deps
    const prompt = await maskPrompt(db, org, request.prompt)
    const hash = hashOf(llm.model, system, prompt)
    const stored = (await listAnswers(db, org, [hash])).get(hash)
    if (stored) return { status: 'answered', answer: stored, tokens: 0 }
    const completion = await this.#complete({ ...request, system, prompt })
    if (completion.status === 'skipped') return completion
    const { status: outcome, tokens } = completion
    await this.#deps.write(async (tx) => {
      await insertSentRequest(tx, org, { task, model: llm.model, point_count: count, tokens, outcome, system, prompt })
      if (completion.status !== 'answered') return
      await insertAnswers(tx, org, [{ hash, answer: completion.answer }])
      await deductCreditsLeft(tx, org, 1)
    })
    return completion
  }

  async #complete(request: Pick<SessionRequest, 'system' | 'prompt' | 'schema' | 'timeoutMs'>): Promise<SessionAnswer> {
    if (this.isOver) return { status: 'skipped' }
    const { llm, signal } = this.#deps
    const maxTokens = answerTokens(llm.contextTokens)
    // Reserved, so that simultaneous requests do not spend the same tokens and credits.
    const reserved = estimateTokens(request.system) + estimateTokens(request.prompt) + maxTokens
    if (reserved > this.#tokensLeft) {
      this.#isSpent = true
      return { status: 'skipped' }
    }
    this.#requestsLeft--
    this.#tokensLeft -= reserved
    if (this.#credits !== null) this.#credits--
    const completion = await llm.complete({ ...request, maxTokens, ...(signal && { signal }) })
    this.#tokensLeft += reserved - completion.tokens
    this.tokens += completion.tokens
    if (completion.status === 'answered') this.answers++
    else if (this.#credits !== null) this.#credits++
    if (completion.status === 'unavailable') this.#failure = { ...completion, ...this.#failure }
    return completion
  }

  /** What later sessions have to know. */
  async finish(db: Db): Promise<void> {
    const { org } = this.#deps
    if (this.#failure) await pauseAfterFailure(db, org, this.#failure.retryAfterMs)
    else if (this.answers > 0) await endPause(db, org)
    if (this.#isSpent) await insertSpent(db, org)
  }
}
