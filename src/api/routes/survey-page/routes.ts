import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  submitPublicResponse,
  type PublicSurvey,
  findSurveyByKey,
} from '#domain/sources/surveys/links/public-survey.ts'
import { closedReason } from '#domain/sources/surveys/rules.ts'
import { newId } from '#store/ids.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'
import { toErrorResponse } from '#api/pipeline/error-response.ts'
import { type RateLimiting, requireRateLimit } from '#api/pipeline/require-rate-limit.ts'
import { prefilledValues, submittedValues, parseForm } from './form.ts'
import { formPage, noticePage, type PageLocale } from './page.ts'
import { sendPage } from './send-page.ts'
import { style } from './style.ts'
import { runAsVisitor } from './visitor.ts'
import { surveyWidgetRoutes } from './widget.ts'
import { messagesFor } from './messages.ts'

type SurveyRequest = FastifyRequest<{ Params: { key: string }; Querystring: Record<string, unknown> }>

const maxBodyBytes = 512 * 1024
const responseIdPattern = /^[0-9a-f-]{36}$/

/** A form has at most 200 questions; each can have 100 choices. */
const maxFormFields = 20_000

/** Fields beyond the limit answer no question; parsing them would cost time. */
function firstFields(form: string): string {
  let end = -1
  for (let count = 0; count < maxFormFields; count++) {
    end = form.indexOf('&', end + 1)
    if (end < 0) return form
  }
  return form.slice(0, end)
}

/** The public page of a survey: plain forms without scripts, and the survey as JSON for a custom widget. */
export const surveyPageRoutes = (rates: RateLimiting) => (app: FastifyInstance, deps: ServerDeps) =>
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, new URLSearchParams(firstFields(body as string))),
    )
    scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, deps))
    scope.get('/s/:key', async (request: SurveyRequest, reply) => {
      requireRateLimit(rates, 'page', request.network)
      const open = await openSurveyOrReply(deps, request, reply)
      return open ? sendForm(request, reply, open) : reply
    })
    scope.post('/s/:key', { bodyLimit: maxBodyBytes }, async (request: SurveyRequest, reply) => {
      requireRateLimit(rates, 'answer', `${request.network} ${request.params.key}`)
      const open = await openSurveyOrReply(deps, request, reply)
      return open ? submitAnswers(deps, request, reply, open) : reply
    })
    scope.get('/s/:key/thanks', async (request: SurveyRequest, reply) => {
      requireRateLimit(rates, 'page', request.network)
      return sendThanks(deps, request, reply)
    })
    surveyWidgetRoutes(scope, deps, rates)
  })

function sendForm({ query }: SurveyRequest, reply: FastifyReply, { survey, locale, embed }: OpenedSurvey) {
  const values = prefilledValues(query, survey.questions)
  const page = formPage({ survey, locale, values, problems: new Map(), response: newId(), embed })
  return sendSurveyPage(reply, 200, page, survey)
}

async function sendThanks(deps: ServerDeps, request: SurveyRequest, reply: FastifyReply) {
  const survey = await findSurveyByKey(deps.store, request.params.key)
  const locale = messagesFor(survey?.language ?? null, request.headers['accept-language'])
  const { messages } = locale
  if (!survey) return sendSurveyPage(reply, 404, noticePage({ locale, title: messages.gone, text: messages.goneText }))
  const page = noticePage({
    locale,
    title: messages.thanks,
    text: survey.thank_you ?? messages.thanksText,
    of: survey,
    done: true,
    embed: isEmbedded(request),
    textIsOwn: survey.thank_you !== null,
  })
  return sendSurveyPage(reply, 200, page, survey)
}

type OpenedSurvey = { survey: PublicSurvey; locale: PageLocale; embed: boolean }

const isEmbedded = (request: SurveyRequest) => request.query.embed === '1'

/** The survey if it accepts answers now; otherwise replies with the reason and returns undefined. */
async function openSurveyOrReply(
  deps: ServerDeps,
  request: SurveyRequest,
  reply: FastifyReply,
): Promise<OpenedSurvey | undefined> {
  const survey = await findSurveyByKey(deps.store, request.params.key)
  const locale = messagesFor(survey?.language ?? null, request.headers['accept-language'])
  const { messages } = locale
  if (!survey)
    return void sendSurveyPage(reply, 404, noticePage({ locale, title: messages.gone, text: messages.goneText }))
  const embed = isEmbedded(request)
  if (!closedReason(survey, new Date())) return { survey, locale, embed }
  const early = survey.status === 'active' && survey.starts_at !== null && Date.parse(survey.starts_at) > Date.now()
  const [title, text] = early ? [messages.early, messages.earlyText] : [messages.closed, messages.closedText]
  return void sendSurveyPage(reply, early ? 404 : 410, noticePage({ locale, title, text, of: survey, embed }), survey)
}

async function submitAnswers(
  deps: ServerDeps,
  request: SurveyRequest,
  reply: FastifyReply,
  { survey, locale, embed }: OpenedSurvey,
) {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const thanks = `/s/${request.params.key}/thanks${embed ? '?embed=1' : ''}`
  // Honeypot: only bots fill in the hidden field.
  if (form.get('website')) return reply.redirect(thanks, 303)
  const values = submittedValues(form, survey.questions)
  const response = responseIdPattern.test(form.get('response') ?? '') ? form.get('response')! : newId()
  const { answers, problems } = parseForm(survey.questions, values, locale.messages)
  if (problems.size)
    return sendSurveyPage(reply, 422, formPage({ survey, locale, values, problems, response, embed }), survey)
  const visitor = { org: survey.org, link: survey.link_id, request: request.id, operation: 'answerSurveyPage' } as const
  const stored = await runAsVisitor(deps, visitor, (ctx) =>
    submitPublicResponse(ctx, survey, answers, { response, via: 'page' }),
  )
  if (stored) return reply.redirect(thanks, 303)
  return sendSurveyPage(
    reply,
    410,
    noticePage({ locale, title: locale.messages.closed, text: locale.messages.closedText, of: survey, embed }),
    survey,
  )
}

/** Only the allowed origins of the link may embed the page in a frame. */
const sendSurveyPage = (
  reply: FastifyReply,
  status: number,
  page: string,
  survey?: Pick<PublicSurvey, 'allowed_origins'>,
) =>
  sendPage(reply, status, page, {
    style,
    forms: "'self'",
    framedBy: survey?.allowed_origins.length ? survey.allowed_origins.join(' ') : "'none'",
    usedBy: 'cross-origin',
  })

function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: ServerDeps) {
  const { status, retryAfterSeconds, unexpected } = toErrorResponse(error)
  if (unexpected)
    log.error(
      { request: request.id, path: request.routeOptions.url, error: String((error as Error)?.stack ?? error) },
      'survey page failed',
    )
  const locale = messagesFor(null, request.headers['accept-language'])
  const { messages } = locale
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const [title, text] = status === 429 ? [messages.busy, messages.busyText] : [messages.broken, messages.brokenText]
  return sendSurveyPage(reply, status, noticePage({ locale, title, text }))
}
