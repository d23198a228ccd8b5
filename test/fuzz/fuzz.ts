import { answerChecks, type Check, type CheckName } from './checks.ts'
import { curlOf } from './curl.ts'
import { Cursors } from './cursors.ts'
import { type Deck, deckOf, draw, type Drawn, redraw } from './deck.ts'
import { type Operation, readDocument } from './document.ts'
import type { Draft, Identity } from './drafts.ts'
import { idsIn, type KnownIds, kindAnswered } from './ids.ts'
import { type RequestJudge, requestJudge } from './judge-request.ts'
import { type Request, settle, type Sender } from './requests.ts'
import { type Answer, type Send, sender } from './send.ts'

export type Options = {
  baseUrl: string
  keys: Record<Identity, string | null>
  ids: KnownIds
  canary: string
  cases: number
  seed: number
  only?: string[]
  /** Ends the run as soon as this check has caught something. */
  until?: CheckName
}
export type Failure = { operation: string; check: CheckName; message: string; case: string; how: string; curl: string; smallest?: string }
export type Tally = { cases: number; succeeded: number; statuses: Map<number, number> }
export type Report = { seed: number; tallies: Map<string, Tally>; failures: Failure[] }

const concurrency = 16
const enoughAlive = 30

type Bench = { operation: Operation; judge: RequestJudge; check: Check; tally: Tally; deck: Deck }
type Todo = { bench: Bench; name: string; drawn: Drawn }
type Done = Todo & { draft: Draft; request: Request; answer?: Answer; failed: { check: CheckName; message: string }[] }

let runs = 0

/** The families whose rules between fields the harness has been taught; it does not draw the others well enough yet. */
const known = /^(\/api\/v1)?\/(me|org-members|categories|themes|insights|projects|initiatives|opportunities|build|contacts|feedback|jobs)(\/|$)/
const isKnown = ({ path }: Operation) => known.test(path) && !path.includes('competitor') && !path.includes('backfill')

/** Sends drawn requests to every operation of the document in turn and holds each answer to it. */
export async function fuzz(options: Options): Promise<Report> {
  const wanted = ({ id }: Operation) => !options.only || options.only.includes(id)
  const operations = (await readDocument(options.baseUrl)).filter((operation) => isKnown(operation) || options.only?.includes(operation.id))
  const benches = operations.filter(wanted).map((operation) => benchOf(operation, options))
  const benchFor = (operation: Operation) => benches.find((bench) => bench.operation === operation) ?? benchOf(operation, options)
  const makers = operations.filter(makesSomething).map(benchFor)
  const { send, close } = sender(options.baseUrl, concurrency)
  const state: Sender = { ids: options.ids, cursors: new Cursors(), keys: options.keys, run: `-${++runs}` }
  const failed: Done[] = []
  const width = Math.max(1, Math.floor(concurrency / benches.length))
  try {
    for (let index = 0, stocked = 0; index < options.cases; index += width) {
      const stock = toStock(makers, options.ids, stocked)
      stocked += stock.length
      for (const done of await inParallel([...roundOf(benches, index, Math.min(width, options.cases - index)), ...stock], send, state)) {
        learn(done, state)
        if (done.failed.length) failed.push(done)
      }
      if (options.until && failed.some((done) => done.failed.some(({ check }) => check === options.until))) break
    }
    const failures = failed.flatMap((done) => failuresOf(done, options.baseUrl))
    if (!options.until) await shrink(failures, failed, send, state, options.baseUrl)
    return { seed: options.seed, tallies: new Map(benches.map(({ operation, tally }) => [operation.id, tally])), failures }
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
})

const roundOf = (benches: Bench[], from: number, width: number): Todo[] =>
  Array.from({ length: width }, (_, i) => from + i).flatMap((index) =>
    benches.map((bench) => ({ bench, name: `${bench.operation.id}/${index}`, drawn: bench.deck.case(index) })),
  )

const makesSomething = (operation: Operation) => operation.method === 'POST' && operation.answers.has(201)

/** Deleting and merging use things up; before one kind runs out, more of it is made. */
const toStock = (makers: Bench[], ids: KnownIds, from: number): Todo[] =>
  makers
    .filter(({ operation }) => ids.liveCount('home', kindAnswered(operation)) < enoughAlive)
    .flatMap((bench) => [bench, bench, bench])
    .map((bench, i) => ({ bench, name: `${bench.operation.id}/stock-${from + i}`, drawn: bench.deck.spare(from + i) }))

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
  ...todo, draft, request: settle(todo.bench.operation, draft, todo.bench.judge, state), failed: [],
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

function learn({ bench, request, answer }: Done, { ids, cursors }: Sender) {
  if (!answer) return
  const { operation, tally } = bench
  tally.cases++
  tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
  if (answer.status < 300) {
    tally.succeeded++
    const body = JSON.parse(answer.text) as { deleted?: boolean; pagination?: { next_cursor: unknown } }
    ids.learn(request.whose, kindAnswered(operation), body)
    cursors.keep(operation, request.whose, request.path, request.query, body.pagination?.next_cursor)
    if (body.deleted) ids.forget(request.whose, request.pathIds[0]!.id)
  } else if (answer.status === 410 || answer.status === 404) {
    for (const { kind, id } of request.pathIds) if (answer.text.includes(kind)) ids.forget(request.whose, id)
  } else if (answer.text.includes('"INVALID_STATE"')) for (const { id } of request.pathIds) ids.forget(request.whose, id)
  else if (answer.status === 400) for (const id of idsIn(answer.text)) ids.forget(request.whose, id)
}

const failuresOf = ({ bench, name, draft, request, failed }: Done, baseUrl: string): Failure[] =>
  failed.map(({ check, message }) => ({
    operation: bench.operation.id,
    check,
    message,
    case: name,
    how: `${draft.sort}: ${draft.how}, as ${draft.identity}`,
    curl: curlOf(baseUrl, request, name),
  }))

const mostShrunk = 5

/** The first failures once more, each made as small as it will go while it still fails the same way. */
async function shrink(failures: Failure[], failed: Done[], send: Send, state: Sender, baseUrl: string) {
  for (const failure of firstOfEach(failures).slice(0, mostShrunk)) {
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

export const firstOfEach = (failures: Failure[]): Failure[] => [...Map.groupBy(failures, kindOfFailure).values()].map(([first]) => first!)
