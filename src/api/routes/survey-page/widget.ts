import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ResponseInput } from '#contract/resources/survey-response-shapes.ts'
import { Id } from '#contract/core/ids.ts'
import { closed } from '#contract/core/shapes.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { parseAnswers } from '#domain/sources/surveys/responses/answer-rules.ts'
import {
  submitPublicResponse,
  type PublicSurvey,
  findSurveyByKey,
} from '#domain/sources/surveys/links/public-survey.ts'
import { closedReason } from '#domain/sources/surveys/rules.ts'
import { newId } from '#store/ids.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'
import { toErrorResponse } from '#api/pipeline/error-response.ts'
import { validator } from '#api/pipeline/validate.ts'
import { type RateLimiting, requireRateLimit } from '#api/pipeline/require-rate-limit.ts'
import { runAsVisitor } from './visitor.ts'

type WidgetRequest = FastifyRequest<{ Params: { key: string } }>

const maxBodyBytes = 512 * 1024
const { answers } = ResponseInput.properties
const validate = validator({
  method: 'POST',
  effect: 'adds',
  path: '/s/{key}/responses',
  summary: 'Answer a survey from a custom widget',
  result: Type.Unknown(),
  params: Type.Object({ key: Type.String() }, closed),
  body: Type.Object(
    {
      answers,
      response: Type.Optional({
        ...Id,
        description: 'Send the same id again to replace the answers of the same respondent.',
      }),
    },
    closed,
  ),
})

/** CORS: only the allowed origins of the link may read the survey or submit answers. */
function requireAllowedOrigin(
  request: WidgetRequest,
  reply: FastifyReply,
  survey: PublicSurvey | undefined,
  publicUrl: string,
): PublicSurvey {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  if (!survey) return notFound('survey')
  if (origin === undefined || origin === new URL(publicUrl).origin) return survey
  if (!survey.allowed_origins.includes(origin))
    return throwApiError('CSRF_REFUSED', 'This origin is not allowed by the survey link.')
  reply.header('access-control-allow-origin', origin)
  return survey
}

const publicSurvey = ({ title, description, thank_you, language, questions }: PublicSurvey) => ({
  title,
  description,
  thank_you,
  language,
  questions: questions.map(({ id, key, type, text, required, options, scale }) => ({
    id,
    key,
    type,
    text,
    required,
    options,
    scale,
  })),
})

/** The survey as JSON, for custom widgets. */
export function surveyWidgetRoutes(scope: FastifyInstance, deps: ServerDeps, rates: RateLimiting) {
  const errorHandler = errorHandlerFor(deps)
  const requireSurvey = async (request: WidgetRequest, reply: FastifyReply) =>
    requireAllowedOrigin(request, reply, await findSurveyByKey(deps.store, request.params.key), deps.settings.publicUrl)

  scope.options('/s/:key/:what', { errorHandler }, async (request: WidgetRequest, reply) => {
    requireRateLimit(rates, 'page', request.network)
    await requireSurvey(request, reply)
    return reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })

  scope.get('/s/:key/survey', { errorHandler }, async (request: WidgetRequest, reply) => {
    requireRateLimit(rates, 'page', request.network)
    const survey = await requireSurvey(request, reply)
    const reason = closedReason(survey, new Date())
    if (reason) throwApiError('INVALID_STATE', reason)
    return reply.header('cache-control', 'no-store').send(publicSurvey(survey))
  })

  scope.post('/s/:key/responses', { errorHandler, bodyLimit: maxBodyBytes }, async (request: WidgetRequest, reply) => {
    requireRateLimit(rates, 'answer', `${request.network} ${request.params.key}`)
    const stored = await submitResponse(deps, request, await requireSurvey(request, reply))
    return reply.code(201).send({ id: stored.id })
  })
}

async function submitResponse(deps: ServerDeps, request: WidgetRequest, survey: PublicSurvey) {
  const { url, params, query, body } = request
  const input = validate({ url, params, query, body: body ?? {} }) as {
    answers: Parameters<typeof parseAnswers>[1]
    response?: string
  }
  const { answers, problem } = parseAnswers(survey.questions, input.answers, true, 'body.answers')
  if (problem) invalidField(problem.path, problem.message)
  const options = { response: input.response ?? newId(), via: 'widget' } as const
  const visitor = { org: survey.org, link: survey.link_id, request: request.id, operation: 'answerSurveyPage' } as const
  const stored = await runAsVisitor(deps, visitor, (ctx) => submitPublicResponse(ctx, survey, answers, options))
  return stored ?? throwApiError('INVALID_STATE', closedReason(survey, new Date()) ?? 'This survey has closed.')
}

const errorHandlerFor =
  ({ log }: ServerDeps) =>
  (error: Error, _request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, retryAfterSeconds, unexpected } = toErrorResponse(error)
    if (unexpected) log.error({ error: String(error.stack ?? error) }, 'survey widget failed')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).send(body)
  }
