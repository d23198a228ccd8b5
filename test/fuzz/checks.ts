import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Operation, Schema } from './document.ts'
import { idsIn, type KnownIds } from './ids.ts'
import type { Request } from './requests.ts'
import type { ServerResponse } from './send.ts'

export type CheckName =
  | 'answered'
  | 'no server error'
  | 'documented status'
  | 'JSON'
  | 'documented body'
  | 'documented code'
  | 'request id'
  | 'bad data refused'
  | 'good data accepted'
  | 'nothing of another organization'
  | 'key enforced'
  | 'role enforced'
  | 'stored as sent'
export type Finding = { check: CheckName; message: string }

/** Rules of the contract that schemas cannot express; their violations may be rejected. */
const rulesBeyondSchemas: { path: RegExp; on?: RegExp; why: string }[] = [
  { path: /_ids?(\.\d+)?$/, why: 'the resource was deleted meanwhile, or cannot be referenced here' },
  { path: /^body\.(start|target)_date$|^body\.ends_at$|\.end_ms$/, why: 'an end must not be before its start' },
  { path: /^body\.(quote|text)$/, why: 'a quote must occur in its source' },
  { path: /^body\.(transcript\.)?text$|^body\.content(_base64)?$/, why: 'a file must have a known format' },
  { path: /^body\.changes(\.|$)/, on: /^createChangeSet$/, why: 'a change must be a write that succeeds' },
  { path: /^body\.((items|tickets)\.\d+\.)?(rating|csat)$/, why: 'a scale must contain its value' },
  { path: /\.rating_scale$/, why: 'a scale must end above its beginning' },
  {
    path: /^body\.((items|tickets)\.\d+\.)?(contact|requester)$/,
    why: 'a contact is given by its id or its fields, and identified by email, phone or identity',
  },
  { path: /^query\.(from|to)$/, why: 'a period must start before it ends and has a limited number of buckets' },
  {
    path: /^body\.(themes|subthemes|assignments)\.\d+\.(id|name|handle|theme|subtheme|points\.\d+)$/,
    on: /^(regroup|proposeGrouping)$/,
    why: 'handles and names must be unique, and what they refer to must be of the organization',
  },
  {
    path: /^body\.(themes|subthemes|assignments)(\.\d+)?$/,
    on: /^(regroup|proposeGrouping)$/,
    why: 'what people placed, named or pinned stays',
  },
  { path: /^body\.override_people$/, on: /^regroup$/, why: 'a person accepts it, as part of a change set' },
  {
    path: /^body\.themes\.\d+\.(id|name|(merged|subthemes)\.\d+(\.(id|name))?)$/,
    on: /^(plan|apply)Taxonomy$/,
    why: 'names must be unique, and ids of the organization',
  },
  {
    path: /^body\.(grouping|texts|answers)$/,
    on: /^updateLanguageModel$/,
    why: 'the operator must have configured a language model',
  },
  { path: /^query\.after$/, on: /^listEvents$/, why: 'after must be an event of the feed' },
  { path: /^query\.after$/, on: /^listAuditEntries$/, why: 'after must be an entry, and needs order=oldest' },
  { path: /^body\.status$/, on: /^updateWebhook$/, why: 'status and enabled must say the same' },
  { path: /^query\.question_key$/, on: /^listSurveyResponses$/, why: 'a value needs a question' },
  { path: /^body\.rules(\.|$)/, why: 'the operand depends on the field' },
  { path: /^body(\.(items|contacts)\.\d+)?$/, why: 'a contact is identified by email, phone or identity' },
  { path: /^body\.segments$/, on: /Interview|Transcript/, why: 'a transcript is given as text or as segments' },
  {
    path: /^body\.participants(\.\d+\.speaker)?$/,
    why: 'participants must speak in the interview, and their contacts must exist',
  },
  {
    path: /^query\.(category|sentiment|source)$/,
    on: /^getDashboardTrends$/,
    why: 'the filters depend on the metric',
  },
  {
    path: /^body\.(questions\.\d+\.)?(options(\.|$)|scale|analyze$|key$)/,
    on: /Survey/,
    why: 'the fields of a question depend on its type',
  },
  {
    path: /^(query\.(sort_)?custom_field|body\.((items|contacts)\.\d+\.)?custom_fields(\.|$).*)$/,
    why: 'custom fields are archived, which are then not written',
  },
  { path: /^body\.options(\.|$)/, on: /^(create|update)CustomField$/, why: 'only selects have options' },
  { path: /^body\.position$/, on: /^updateCustomField$/, why: 'an archived field has no place' },
  { path: /^body\.quiet_(from|to)$/, why: 'quiet hours have a beginning and an end' },
  { path: /^body\.read$/, on: /^updateNotification$/, why: 'there may be a newer one about the same' },
  { path: /^body\.time_zone$/, why: 'a time zone must be one of the IANA database' },
  { path: /^body\.factors(\.|$)/, on: /ScoringMethod/, why: 'which factors there may be depends on the kind' },
  { path: /^body\.answers(\.|$)/, on: /SurveyResponse/, why: 'answers must fit the questions of their survey' },
  { path: /^body\.(config|mapping)(\.|$)/, on: /Integration/, why: 'the settings depend on the provider' },
  {
    path: /^body\.(columns|questions)(\.|$)/,
    on: /^updateCsvMapping$/,
    why: 'columns must exist in the uploaded table',
  },
  { path: /^body\.mapping(\.|$)/, on: /^createCsvUpload$/, why: 'columns must exist in the file' },
]

type ErrorBody = { error?: { code?: string; message?: string; details?: { path: string; message: string }[] } }

/** Responses use one time format, so these are stricter than the formats of requests. */
const answerFormats: Record<string, (text: string) => boolean> = {
  'date-time': (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text,
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  email: (text) => text.includes('@'),
}

export type Check = (request: Request, answer: ServerResponse) => Finding[]

const ajv = new Ajv({ strict: false, allErrors: true })
for (const [name, check] of Object.entries(answerFormats)) ajv.addFormat(name, check)
const validators = new Map<string, ValidateFunction>()

/** Cached: all operations document the same error schemas. */
function validatorOf(schema: Schema): ValidateFunction {
  const name = JSON.stringify(schema)
  const known = validators.get(name) ?? ajv.compile(schema)
  validators.set(name, known)
  return known
}

/** All checks of a response of an operation. */
export function responseChecks(operation: Operation, ids: KnownIds, canary: string): Check {
  const compiled = new Map([...operation.answers].map(([status, { schema }]) => [status, validatorOf(schema)]))
  return (request, answer) => {
    const body = parsed(answer.text)
    return [
      ...checkShape(operation, compiled, answer, body),
      ...(operation.open ? [] : checkAccess(operation, request, answer)),
      ...checkExpectation(operation, request, answer, body),
      ...(operation.open ? [] : checkTenancy(request, answer, ids, canary)),
      ...(answer.status < 300 && operation.writes ? storedAsSent(request.sent, body, isRepeat(operation, answer)) : []),
    ]
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const short = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}…` : text)

function checkShape(
  operation: Operation,
  compiled: Map<number, ValidateFunction>,
  { status, headers, text }: ServerResponse,
  body: unknown,
): Finding[] {
  const found: Finding[] = []
  const add = (check: CheckName, message: string) => found.push({ check, message })
  if (status >= 500) add('no server error', `${status} ${short(text)}`)
  if (!/^[\w.-]{1,64}$/.test(String(headers['x-request-id'] ?? '')))
    add('request id', `X-Request-Id is ${String(headers['x-request-id'])}`)
  const type = headers['content-type'] ?? ''
  const documented = operation.answers.get(status)
  if (!type.startsWith('application/json') && documented?.types.includes(type.split(';')[0]!)) return found
  if (!/^application\/json\b/.test(type) || body === undefined) add('JSON', `${type}: ${short(text)}`)
  if (!documented) add('documented status', `${status} is not documented: ${short(text)}`)
  else {
    const valid = compiled.get(status)!
    if (!valid(body)) add('documented body', `${errorsOf(valid)} in ${short(text)}`)
    const code = (body as ErrorBody | undefined)?.error?.code
    if (documented.codes && !documented.codes.includes(code ?? ''))
      add('documented code', `${code} is not documented for ${status}`)
  }
  return found
}

const errorsOf = ({ errors }: ValidateFunction) =>
  (errors ?? [])
    .slice(0, 5)
    .map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)
    .join('; ')

/** Unauthorized requests get 401 or 403, whatever they contain. */
function checkAccess(operation: Operation, request: Request, { status }: ServerResponse): Finding[] {
  const early = request.brokenAddress && (status === 404 || status === 414)
  if (request.identity === 'revoked' || request.identity === 'none')
    return status === 401 || early
      ? []
      : [{ check: 'key enforced', message: `key: ${request.identity}; got ${status}` }]
  if (request.identity === 'member' && operation.adminOnly)
    return status === 403 || early ? [] : [{ check: 'role enforced', message: `a member got ${status}` }]
  return []
}

function checkExpectation(
  { id }: Operation,
  request: Request,
  { status, text }: ServerResponse,
  body: unknown,
): Finding[] {
  if (request.expect === 'bad' && status < 400 && !hasFailedItems(body))
    return [{ check: 'bad data refused', message: `got ${status} ${short(text)}` }]
  if (request.expect !== 'good' || (status !== 400 && status !== 413 && status !== 415)) return []
  const details = (body as ErrorBody | undefined)?.error?.details ?? []
  const excused =
    details.length > 0 &&
    details.every(({ path }) => rulesBeyondSchemas.some((rule) => rule.path.test(path) && (rule.on?.test(id) ?? true)))
  return excused ? [] : [{ check: 'good data accepted', message: `got ${status} ${short(text)}` }]
}

/** Bulk requests report failures per item. */
const hasFailedItems = (body: unknown) =>
  ((body as { summary?: { failed?: number } } | undefined)?.summary?.failed ?? 0) > 0

function checkTenancy(request: Request, { text }: ServerResponse, ids: KnownIds, canary: string): Finding[] {
  const canaries = request.whose === 'home' && text.includes(canary) ? ['text of another organization'] : []
  const sent = `${request.path} ${request.body?.toString('latin1') ?? ''}`
  const foreignIds = idsIn(text).filter((id) => ids.stateOf(id, request.whose) === 'foreign' && !sent.includes(id))
  const seen = [...canaries, ...foreignIds.slice(0, 3)]
  return seen.map((what) => ({ check: 'nothing of another organization', message: `${what} in ${short(text)}` }))
}

/** A repeated create updates the existing resource. */
const isRepeat = ({ method, answers }: Operation, { status }: ServerResponse) =>
  method === 'POST' && status === 200 && answers.has(201)

/** Fields of the response must equal those of the request; a repeated create removes nothing. */
function storedAsSent(sent: unknown, body: unknown, isAdded: boolean): Finding[] {
  if (sent === null || typeof sent !== 'object' || body === null || typeof body !== 'object') return []
  const answered = body as Record<string, unknown>
  return (
    Object.entries(sent)
      // A completed response stays completed.
      .filter(
        ([name, value]) =>
          !isAdded || (value !== null && !Array.isArray(value) && !(name === 'completed' && value === false)),
      )
      .filter(
        ([name, value]) =>
          name in answered && !mayDiffer(name, value, { ...sent, ...answered }) && !same(value, answered[name]),
      )
      .map(([name, value]) => ({
        check: 'stored as sent',
        message: `${name}: sent ${shown(value)}, returned ${shown(answered[name])}`,
      }))
  )
}

const shown = (value: unknown) => short(JSON.stringify(value))

const isPartOf = (part: unknown, whole: unknown) =>
  Array.isArray(part) && Array.isArray(whole) && part.every((one) => whole.includes(one))

/** Fields that the server may change by the rules of the contract. */
const mayDiffer = (name: string, sent: unknown, answered: Record<string, unknown>) =>
  name === 'is_representative' ||
  // Dismissed insights of a subtheme are not shown.
  (name === 'insight_ids' && 'insight_ids_truncated' in answered && isPartOf(answered[name], sent)) ||
  // Themes and subthemes of a regrouping are returned with what changes.
  (/^(sub)?themes$/.test(name) && 'moved_insight_count' in answered) ||
  // A contact is returned in short form, and its identities are only added to.
  name === 'contact' ||
  name === 'identities' ||
  name === 'phone' ||
  name === 'attributes' ||
  name === 'company' ||
  // Null removes a value.
  (name === 'custom_fields' && isObject(sent) && Object.values(sent).includes(null)) ||
  // The last place is the highest position.
  (name === 'position' && 'object_type' in answered) ||
  (name === 'contact_id' && 'contact' in answered) ||
  // Scale limits have defaults, speakers stay in their transcript, and a disabled schedule keeps its cadence.
  name === 'scale' ||
  name === 'participants' ||
  (name === 'cadence' && answered.enabled === false) ||
  (name === 'title' && answered.existing === true) ||
  // A detected format is returned, and empty answers are dropped.
  (name === 'format' && sent === 'auto') ||
  // The options of a mapping are returned beside it.
  (name === 'mapping' && isObject(sent) && 'options' in sent && isMappingWithOptions(sent, answered)) ||
  // Null removes a rating.
  (name === 'ratings' && isObject(sent) && Object.values(sent).includes(null)) ||
  (name === 'answers' && Array.isArray(sent) && sent.some(({ value }) => (value ?? '') === '')) ||
  (name === 'text' && answered.redacted === true) ||
  (name === 'quote' && (sent === null || answered.quote === '[redacted]'))

const isMappingWithOptions = ({ options, ...mapping }: Record<string, unknown>, answered: Record<string, unknown>) =>
  same(mapping, answered.mapping) && same(options, answered.options)

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function same(sent: unknown, back: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(back)) {
    // Objects are merged into existing ones, plain values replace them.
    const isMerged = typeof sent[0] === 'object'
    return (isMerged || sent.length === back.length) && sent.every((item) => back.some((other) => same(item, other)))
  }
  if (isObject(sent) && isObject(back)) return Object.entries(sent).every(([name, value]) => same(value, back[name]))
  if (typeof sent !== 'string' || typeof back !== 'string') return JSON.stringify(sent) === JSON.stringify(back)
  const moment = /^\d{4}-\d\d-\d\d(T|$)/.test(sent) && answerFormats['date-time']!(back)
  return moment ? Math.abs(Date.parse(sent) - Date.parse(back)) <= 1 : sent.trim() === back || sent === back
}
