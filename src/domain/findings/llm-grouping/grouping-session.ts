import type { JobRun } from '#domain/context.ts'
import { hashOf, ModelSession } from '#domain/llm-access/model-session.ts'
import { insertAnswers, listAnswers } from '#domain/llm-access/queries-answers.ts'
import type { KnownTopics } from '#llm/assign-points.ts'
import type { ModelProvider } from '#llm/provider.ts'
import type { AssignTopic } from '#llm/tasks/assign.ts'
import type { Ask } from '#llm/tasks/task.ts'

/** The requests of one job that groups. */
export class GroupingSession {
  readonly #run: JobRun
  readonly model: ModelSession

  private constructor(run: JobRun, model: ModelSession) {
    this.#run = run
    this.model = model
  }

  /** Undefined: the model may not be asked now. */
  static async open(run: JobRun, llm: ModelProvider): Promise<GroupingSession | undefined> {
    const model = await ModelSession.open({ ...run, llm }, 'grouping')
    return model && new GroupingSession(run, model)
  }

  readonly ask: Ask = ({ points, ...request }) => this.model.ask({ ...request, count: points.length })

  /** The topic of a text, under the topics that there were to choose from. */
  readonly known: KnownTopics = {
    read: async (topics, texts) => {
      const hashes = new Map(texts.map((text) => [this.#pointHash(topics, text), text]))
      const stored = await listAnswers(this.#run.db, this.#run.org, [...hashes.keys()])
      return new Map(
        [...stored].map(([hash, answer]) => [hashes.get(hash)!, (answer as { topic: string | null }).topic]),
      )
    },
    write: async (topics, found) => {
      const answers = [...found].map(([text, topic]) => ({ hash: this.#pointHash(topics, text), answer: { topic } }))
      await this.#run.write((db) => insertAnswers(db, this.#run.org, answers))
    },
  }

  readonly #pointHash = (topics: readonly AssignTopic[], text: string) =>
    hashOf('topic', this.model.model, JSON.stringify(topics.map(({ name, definition }) => [name, definition])), text)
}
