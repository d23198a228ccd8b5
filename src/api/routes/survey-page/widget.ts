import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ResponseInput } from '#contract/resources/survey-responses.ts'
import { closed, Id } from '#contract/core/shapes.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { readAnswers } from '#domain/sources/surveys/answer-rules.ts'
import { answerPublicly, type OpenSurvey, surveyBehind } from '#domain/sources/surveys/public.ts'
import { closedBecause } from '#domain/sources/surveys/status.ts'
import { newId } from '#store/ids.ts'
import type { Rates } from '#api/auth/authenticator.ts'
import type { Workshop } from '#api/pipeline/operation.ts'
import { refusalOf } from '#api/pipeline/error-response.ts'
import { validator } from '#api/pipeline/validate.ts'
import { requirePace } from './pace.ts'
import { asVisitor } from './visitor.ts'

type Asked = FastifyRequest<{ Params: { key: string } }>

const maxBody = 512 * 1024
const { answers } = ResponseInput.properties
const validate = validator({
  method: 'POST',
  path: '/s/{key}/responses',
  summary: 'Answer a survey from a page of one’s own',
  result: Type.Unknown(),
  params: Type.Object({ key: Type.String() }, closed),
  body: Type.Object(
    {
      answers,
      response: Type.Optional({
        ...Id,
        description: 'The same again means the same respondent, who thought better of it.',
      }),
    },
    closed,
  ),
})

/** Lets pages answer that the link names; any other origin is told no, and its browser keeps the answer from it. */
function admit(request: Asked, reply: FastifyReply, survey: OpenSurvey | undefined, publicUrl: string): OpenSurvey {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  if (!survey) return notFound('survey')
  if (origin === undefined || origin === new URL(publicUrl).origin) return survey
  if (!survey.allowed_origins.includes(origin))
    return throwApiError('CSRF_REFUSED', 'This page is not among the origins of the link.')
  reply.header('access-control-allow-origin', origin)
  return survey
}

const shown = ({ title, description, thank_you, language, questions }: OpenSurvey) => ({
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

/** The survey as JSON, for those who draw it themselves. */
export function widgetRoutes(scope: FastifyInstance, shop: Workshop, rates: Rates) {
  const { store, settings } = shop
  const errorHandler = (error: Error, _request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, retryAfterSeconds, unexpected } = refusalOf(error)
    if (unexpected) shop.log.error({ error: String(error.stack ?? error) }, 'survey widget failed')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).send(body)
  }
  const behind = (request: Asked) => surveyBehind(store, request.params.key)

  scope.options('/s/:key/:what', { errorHandler }, async (request: Asked, reply) => {
    requirePace(rates, 'page', request.ip)
    admit(request, reply, await behind(request), settings.publicUrl)
    return reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })

  scope.get('/s/:key/survey', { errorHandler }, async (request: Asked, reply) => {
    requirePace(rates, 'page', request.ip)
    const survey = admit(request, reply, await behind(request), settings.publicUrl)
    const reason = closedBecause(survey, new Date())
    if (reason) throwApiError('INVALID_STATE', reason)
    return reply.header('cache-control', 'no-store').send(shown(survey))
  })

  scope.post('/s/:key/responses', { errorHandler, bodyLimit: maxBody }, async (request: Asked, reply) => {
    requirePace(rates, 'answer', `${request.ip} ${request.params.key}`)
    const survey = admit(request, reply, await behind(request), settings.publicUrl)
    const given = validate({
      url: request.url,
      params: request.params,
      query: request.query,
      body: request.body ?? {},
    }) as { answers: Parameters<typeof readAnswers>[1]; response?: string }
    const { answers, problem } = readAnswers(survey.questions, given.answers, true, 'body.answers')
    if (problem) invalidField(problem.path, problem.message)
    const more = { response: given.response ?? newId(), via: 'widget' } as const
    const stored = await asVisitor(shop, { org: survey.org, link: survey.link_id, request: request.id }, (ctx) =>
      answerPublicly(ctx, survey, answers, more),
    )
    return stored
      ? reply.code(201).send({ id: stored.id })
      : throwApiError('INVALID_STATE', closedBecause(survey, new Date()) ?? 'This survey has closed.')
  })
}
