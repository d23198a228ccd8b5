import { answerChecks, type Check, type CheckName } from './checks.ts'
import { curlOf } from './curl.ts'
import { Cursors } from './cursors.ts'
import { type Deck, deckOf, draw, type Drawn, redraw } from './deck.ts'
import { type Operation, readDocument, type Schema } from './document.ts'
import type { Draft, Identity } from './drafts.ts'
import { Fitness } from './fitness.ts'
import { idsIn, type KnownIds } from './ids.ts'
import { type RequestJudge, requestJudge } from './judge-request.ts'
import { type Request, settle, type Sender } from './requests.ts'
import { type Answer, type Send, sender } from './send.ts'

export type Options = {
  baseUrl: string
  keys: Record<Identity, string | null>
  ids: KnownIds
  canary: string
  /** How many for each operation, or how many by its path. */
  cases: number | ((path: string) => number)
  seed: number
  only?: string[]
  /** What happens to the data between two rounds while no worker runs. */
  tend?(): Promise<void>
  /** Ends the run as soon as this check has caught something. */
  until?: CheckName
}
export type Failure = {
  operation: string
  check: CheckName
  message: string
  case: string
  how: string
  curl: string
  smallest?: string
}
export type Tally = { cases: number; succeeded: number; statuses: Map<number, number> }
export type Report = { seed: number; tallies: Map<string, Tally>; failures: Failure[] }

const concurrency = 16
const enoughAlive = 30

type Bench = { operation: Operation; judge: RequestJudge; check: Check; tally: Tally; deck: Deck; enough: number }
type Todo = { bench: Bench; name: string; drawn: Drawn; isStock?: true }
type Done = Todo & { draft: Draft; request: Request; answer?: Answer; failed: { check: CheckName; message: string }[] }

let runs = 0

/** Sends drawn requests to every operation of the document in turn and holds each answer to it. */
export async function fuzz(options: Options): Promise<Report> {
  const wanted = ({ id }: Operation) => !options.only || options.only.includes(id)
  const operations = await readDocument(options.baseUrl)
  const benches = operations.filter(wanted).map((operation) => benchOf(operation, options))
  const benchFor = (operation: Operation) =>
    benches.find((bench) => bench.operation === operation) ?? benchOf(operation, options)
  const needed = new Set(benches.flatMap(({ operation }) => kindsNamed(operation)))
  const makers = operations
    .filter((operation) => makesSomething(operation) && needed.has(kindMade(operation)))
    .map(benchFor)
  const { send, close } = sender(options.baseUrl, concurrency)
  const state: Sender = {
    ids: options.ids,
    fitness: new Fitness(),
    cursors: new Cursors(),
    keys: options.keys,
    run: `-${++runs}`,
  }
  const failed: Done[] = []
  const width = Math.max(1, Math.floor(concurrency / benches.length))
  try {
    const casesOf = ({ operation }: Bench) =>
      typeof options.cases === 'number' ? options.cases : options.cases(operation.path)
    const max = Math.max(0, ...benches.map(casesOf))
    for (let index = 0, stocked = 0; index < max; index += width) {
      const stock = toStock(makers, options.ids, stocked)
      stocked += stock.length
      for (const done of await inParallel(
        [...benches.flatMap((bench) => roundOf(bench, index, Math.min(index + width, casesOf(bench)))), ...stock],
        send,
        state,
      )) {
        learn(done, state)
        if (done.failed.length) failed.push(done)
      }
      await options.tend?.()
      if (options.until && failed.some((done) => done.failed.some(({ check }) => check === options.until))) break
    }
    const failures = failed.flatMap((done) => failuresOf(done, options.baseUrl))
    if (!options.until) await shrink(failures, failed, send, state, options.baseUrl)
    return {
      seed: options.seed,
      tallies: new Map(benches.map(({ operation, tally }) => [operation.id, tally])),
      failures,
    }
  } finally {
    close()
  }
}

const benchOf = (operation: Operation, { ids, canary, seed }: Options): Bench => ({
  operation,
  judge: requestJudge(operation),
  check: answerChecks(operation, ids, canary),
  tally: { cases: 0, succeeded: 0, statuses: new Map() },
  deck: deckOf(operation, seed),
  enough: enoughAlive,
})

const roundOf = (bench: Bench, from: number, to: number): Todo[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((index) => ({
    bench,
    name: `${bench.operation.id}/${index}`,
    drawn: bench.deck.case(index),
  }))

const makesSomething = (operation: Operation) =>
  operation.method === 'POST' && operation.answers.has(201) && operation.kinds.isAddressed(kindMade(operation))

/** The kinds of all things that an operation may be told of. */
function kindsNamed({ params, query, body, kinds }: Operation): string[] {
  const fields = (schema: Schema | undefined): string[] =>
    schema === undefined
      ? []
      : [
          ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [name, ...fields(field)]),
          ...[schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(fields),
        ]
  return [...[...params, ...query].map(({ name }) => name), ...fields(body)].map(kinds.of)
}

/** Deleting and merging use things up; before one kind runs out, more of it is made. */
const toStock = (makers: Bench[], ids: KnownIds, from: number): Todo[] =>
  makers
    .filter(({ operation, enough }) => ids.liveCount('home', kindMade(operation)) < enough)
    .flatMap((bench) => [bench, bench, bench])
    .map((bench, i) => ({
      bench,
      name: `${bench.operation.id}/stock-${from + i}`,
      drawn: bench.deck.spare(from + i),
      isStock: true,
    }))

const kindMade = ({ kinds }: Operation) => (kinds.inAnswer ?? kinds).answered

/** All ids are settled before the first is sent, so that what a request names does not depend on who was faster. */
async function inParallel(todo: Todo[], send: Send, state: Sender): Promise<Done[]> {
  const ready = todo.map((item) => doneOf(item, draw(item.drawn), state))
  let next = 0
  const worker = async () => {
    while (next < ready.length) await perform(ready[next++]!, send)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return ready
}

const doneOf = (todo: Todo, draft: Draft, state: Sender): Done => ({
  ...todo,
  draft,
  request: settle(todo.bench.operation, draft, todo.bench.judge, state),
  failed: [],
})

async function perform(done: Done, send: Send) {
  try {
    done.answer = await send(done.request)
  } catch (error) {
    done.failed = [{ check: 'answered', message: String(error) }]
    return
  }
  done.failed = done.bench.check(done.request, done.answer)
}

function learn({ bench, request, answer, isStock }: Done, { ids, fitness, cursors }: Sender) {
  if (!answer) return
  const { operation, tally } = bench
  const { whose, pathIds } = request
  // There is room for so many of them only, and the cases themselves make some.
  if (isStock && answer.status === 409 && pathIds.length === 0)
    bench.enough = Math.floor(ids.liveCount('home', kindMade(operation)) / 2)
  tally.cases++
  tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
  if (answer.status < 300) {
    tally.succeeded++
    // The document itself is full of things that are only examples.
    if (operation.open) return
    const isJson = answer.headers['content-type']?.startsWith('application/json')
    const body = isJson
      ? (JSON.parse(answer.text) as { id?: unknown; deleted?: boolean; pagination?: { next_cursor: unknown } })
      : undefined
    fitness.learn(operation, request, 'served')
    const kinds = operation.kinds.inAnswer ?? operation.kinds
    // What is linked to a thing may be answered with the thing itself.
    const answered = pathIds.find(({ id }) => id === body?.id)?.kind ?? kinds.answered
    ids.learn(whose, kinds, body, answered, Object.fromEntries(pathIds.map(({ kind, id }) => [kind, id])))
    cursors.keep(operation, whose, request.path, request.query, body?.pagination?.next_cursor)
    if (body?.deleted) ids.forget(whose, pathIds[0]!.id)
    for (const id of usedUp(operation, request)) ids.forget(whose, id)
  } else if (answer.status === 410 || answer.status === 404) {
    const said = answer.text.toLowerCase().replaceAll(' ', '')
    for (const { kind, id } of pathIds) if (said.includes(kind)) ids.forget(whose, id)
  } else if (answer.text.includes('"INVALID_STATE"')) fitness.learn(operation, request, 'refused')
  else if (answer.status === 400) for (const id of idsIn(answer.text)) ids.forget(whose, id)
}

/** What is merged into another thing is gone. */
const usedUp = ({ path }: Operation, { sent }: Request) => (path.endsWith('/merge') ? idsIn(JSON.stringify(sent)) : [])

const failuresOf = ({ bench, name, draft, request, failed }: Done, baseUrl: string): Failure[] =>
  failed.map(({ check, message }) => ({
    operation: bench.operation.id,
    check,
    message,
    case: name,
    how: `${draft.sort}: ${draft.how}, as ${draft.identity}`,
    curl: curlOf(baseUrl, request, name),
  }))

const maxShrunk = 5

/** The first failures once more, each made as small as it will go while it still fails the same way. */
async function shrink(failures: Failure[], failed: Done[], send: Send, state: Sender, baseUrl: string) {
  for (const failure of firstOfEach(failures).slice(0, maxShrunk)) {
    const first = failed.find(({ name }) => name === failure.case)!
    let smallest: Request | undefined
    await redraw(first.drawn, async (draft) => {
      const again = doneOf(first, draft, state)
      await perform(again, send)
      if (!again.failed.some(({ check }) => check === failure.check)) return
      smallest = again.request
      throw new Error(failure.check)
    })
    if (smallest) failure.smallest = curlOf(baseUrl, smallest, `${failure.case}-smallest`)
  }
}

const kindOfFailure = ({ operation, check, how }: Failure) => `${operation} ${check} ${how}`

export const firstOfEach = (failures: Failure[]): Failure[] =>
  [...Map.groupBy(failures, kindOfFailure).values()].map(([first]) => first!)
