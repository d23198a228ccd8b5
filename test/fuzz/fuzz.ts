import { responseChecks, type Check, type CheckName } from './checks.ts'
import { curlOf } from './curl.ts'
import { Cursors } from './cursors.ts'
import { type CaseSchedule, caseScheduleOf, draw, type ScheduledCase, shrinkCase } from './case-schedule.ts'
import { type Operation, readDocument, type Schema } from './document.ts'
import type { Draft, Identity } from './drafts.ts'
import { OperationOutcomes } from './operation-outcomes.ts'
import { idsIn, type KnownIds } from './ids.ts'
import { type RequestValidator, requestValidator } from './request-validator.ts'
import { type Request, resolveDraft, type Sender } from './requests.ts'
import { type ServerResponse, type Send, sender } from './send.ts'

export type Options = {
  baseUrl: string
  keys: Record<Identity, string | null>
  ids: KnownIds
  canary: string
  /** Cases per operation, or a function of its path. */
  cases: number
  seed: number
  only?: string[]
  /** Resets what blocks further requests between rounds, because no worker runs. */
  resetBlockers?(): Promise<void>
  /** Ends the run at the first failure of this check. */
  stopAt?: CheckName
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
const minLive = 30

type OperationRun = {
  operation: Operation
  validator: RequestValidator
  check: Check
  tally: Tally
  deck: CaseSchedule
  minLive: number
}
type PlannedCase = { operationRun: OperationRun; name: string; drawn: ScheduledCase; isStock?: true }
type ExecutedCase = PlannedCase & {
  draft: Draft
  request: Request
  answer?: ServerResponse
  failed: { check: CheckName; message: string }[]
}

let runs = 0

/** Sends generated requests to every documented operation and checks the responses against the document. */
export async function fuzz(options: Options): Promise<Report> {
  const isSelected = ({ id }: Operation) => !options.only || options.only.includes(id)
  const operations = await readDocument(options.baseUrl)
  const operationRuns = operations.filter(isSelected).map((operation) => operationRunOf(operation, options))
  const operationRunFor = (operation: Operation) =>
    operationRuns.find((operationRun) => operationRun.operation === operation) ?? operationRunOf(operation, options)
  const needed = new Set(operationRuns.flatMap(({ operation }) => referencedKinds(operation)))
  const creators = operations
    .filter((operation) => isCreate(operation) && needed.has(createdKind(operation)))
    .map(operationRunFor)
  const { send, close } = sender(options.baseUrl, concurrency)
  const state: Sender = {
    ids: options.ids,
    outcomes: new OperationOutcomes(),
    cursors: new Cursors(),
    keys: options.keys,
    run: `-${++runs}`,
  }
  const failed: ExecutedCase[] = []
  const width = Math.max(1, Math.floor(concurrency / operationRuns.length))
  try {
    const max = operationRuns.length === 0 ? 0 : options.cases
    for (let index = 0, stocked = 0; index < max; index += width) {
      const stock = restockCases(creators, options.ids, stocked)
      stocked += stock.length
      for (const done of await runConcurrently(
        [
          ...operationRuns.flatMap((operationRun) => roundOf(operationRun, index, Math.min(index + width, max))),
          ...stock,
        ],
        send,
        state,
      )) {
        learn(done, state)
        if (done.failed.length) failed.push(done)
      }
      await options.resetBlockers?.()
      if (options.stopAt && failed.some((done) => done.failed.some(({ check }) => check === options.stopAt))) break
    }
    const failures = failed.flatMap((done) => failuresOf(done, options.baseUrl))
    if (!options.stopAt) await shrink(failures, failed, send, state, options.baseUrl)
    return {
      seed: options.seed,
      tallies: new Map(operationRuns.map(({ operation, tally }) => [operation.id, tally])),
      failures,
    }
  } finally {
    close()
  }
}

const operationRunOf = (operation: Operation, { ids, canary, seed }: Options): OperationRun => ({
  operation,
  validator: requestValidator(operation),
  check: responseChecks(operation, ids, canary),
  tally: { cases: 0, succeeded: 0, statuses: new Map() },
  deck: caseScheduleOf(operation, seed),
  minLive,
})

const roundOf = (operationRun: OperationRun, from: number, to: number): PlannedCase[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((index) => ({
    operationRun,
    name: `${operationRun.operation.id}/${index}`,
    drawn: operationRun.deck.case(index),
  }))

const isCreate = (operation: Operation) =>
  operation.method === 'POST' && operation.answers.has(201) && operation.kinds.isAddressed(createdKind(operation))

/** The kinds of all resources that an operation can refer to. */
function referencedKinds({ params, query, body, kinds }: Operation): string[] {
  const fields = (schema: Schema | undefined): string[] =>
    schema === undefined
      ? []
      : [
          ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [name, ...fields(field)]),
          ...[schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(fields),
        ]
  return [...[...params, ...query].map(({ name }) => name), ...fields(body)].map(kinds.of)
}

/** Deleting and merging consume resources; creates more before a kind runs out. */
const restockCases = (creators: OperationRun[], ids: KnownIds, from: number): PlannedCase[] =>
  creators
    .filter(({ operation, minLive }) => ids.liveCount('home', createdKind(operation)) < minLive)
    .flatMap((operationRun) => [operationRun, operationRun, operationRun])
    .map((operationRun, i) => ({
      operationRun,
      name: `${operationRun.operation.id}/stock-${from + i}`,
      drawn: operationRun.deck.spare(from + i),
      isStock: true,
    }))

const createdKind = ({ kinds }: Operation) => (kinds.inAnswer ?? kinds).answered

/** Resolves all ids before sending, so that requests do not depend on response times. */
async function runConcurrently(todo: PlannedCase[], send: Send, state: Sender): Promise<ExecutedCase[]> {
  const ready = todo.map((item) => prepareCase(item, draw(item.drawn), state))
  let next = 0
  const worker = async () => {
    while (next < ready.length) await perform(ready[next++]!, send)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return ready
}

const prepareCase = (todo: PlannedCase, draft: Draft, state: Sender): ExecutedCase => ({
  ...todo,
  draft,
  request: resolveDraft(todo.operationRun.operation, draft, todo.operationRun.validator, state),
  failed: [],
})

async function perform(done: ExecutedCase, send: Send) {
  try {
    done.answer = await send(done.request)
  } catch (error) {
    done.failed = [{ check: 'answered', message: String(error) }]
    return
  }
  done.failed = done.operationRun.check(done.request, done.answer)
}

function learn({ operationRun, request, answer, isStock }: ExecutedCase, { ids, outcomes, cursors }: Sender) {
  if (!answer) return
  const { operation, tally } = operationRun
  const { whose, pathIds } = request
  // The number of resources is limited, and the cases create some themselves.
  if (isStock && answer.status === 409 && pathIds.length === 0)
    operationRun.minLive = Math.floor(ids.liveCount('home', createdKind(operation)) / 2)
  tally.cases++
  tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
  if (answer.status < 300) {
    tally.succeeded++
    // The ids in the OpenAPI document are examples.
    if (operation.open) return
    const isJson = answer.headers['content-type']?.startsWith('application/json')
    const body = isJson
      ? (JSON.parse(answer.text) as {
          id?: unknown
          deleted?: boolean
          dry_run?: true
          pagination?: { next_cursor: unknown }
        })
      : undefined
    // Nothing was created, merged or deleted.
    if (body?.dry_run) return
    outcomes.learn(operation, request, 'served')
    const kinds = operation.kinds.inAnswer ?? operation.kinds
    // A link operation may return the linked resource itself.
    const answered = pathIds.find(({ id }) => id === body?.id)?.kind ?? kinds.answered
    ids.learn(whose, kinds, body, answered, Object.fromEntries(pathIds.map(({ kind, id }) => [kind, id])))
    cursors.keep(operation, whose, request.path, request.query, body?.pagination?.next_cursor)
    if (body?.deleted) ids.forget(whose, pathIds[0]!.id)
    for (const id of consumedIds(operation, request)) ids.forget(whose, id)
  } else if (answer.status === 410 || answer.status === 404) {
    const message = answer.text.toLowerCase().replaceAll(' ', '')
    for (const { kind, id } of pathIds) if (message.includes(kind)) ids.forget(whose, id)
  } else if (answer.text.includes('"INVALID_STATE"')) outcomes.learn(operation, request, 'refused')
  else if (answer.status === 400) for (const id of idsIn(answer.text)) ids.forget(whose, id)
}

/** Merged resources no longer exist. */
const consumedIds = ({ path }: Operation, { sent }: Request) =>
  path.endsWith('/merge') ? idsIn(JSON.stringify(sent)) : []

const failuresOf = ({ operationRun, name, draft, request, failed }: ExecutedCase, baseUrl: string): Failure[] =>
  failed.map(({ check, message }) => ({
    operation: operationRun.operation.id,
    check,
    message,
    case: name,
    how: `${draft.sort}: ${draft.how}, as ${draft.identity}`,
    curl: curlOf(baseUrl, request, name),
  }))

const maxShrunk = 5

/** Shrinks the first failures while they still fail in the same check. */
async function shrink(failures: Failure[], failed: ExecutedCase[], send: Send, state: Sender, baseUrl: string) {
  for (const failure of firstOfEach(failures).slice(0, maxShrunk)) {
    const first = failed.find(({ name }) => name === failure.case)!
    let smallest: Request | undefined
    await shrinkCase(first.drawn, async (draft) => {
      const again = prepareCase(first, draft, state)
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
