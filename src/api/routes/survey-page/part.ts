import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerPublicly, type OpenSurvey, surveyBehind } from '#domain/sources/surveys/public.ts'
import { closedBecause } from '#domain/sources/surveys/status.ts'
import { newId } from '#store/ids.ts'
import type { Rates } from '#api/auth/authenticator.ts'
import type { Workshop } from '#api/pipeline/operation.ts'
import { refusalOf } from '#api/pipeline/error-response.ts'
import { requirePace } from './pace.ts'
import { broughtBy, filledBy, readForm } from './form.ts'
import { formPage, notePage, type Speech } from './page.ts'
import { sendPage } from './send-page.ts'
import { style } from './style.ts'
import { asVisitor } from './visitor.ts'
import { widgetRoutes } from './widget.ts'
import { wordsFor } from './words.ts'

type Asked = FastifyRequest<{ Params: { key: string }; Querystring: Record<string, unknown> }>

const maxBody = 512 * 1024
const responseForm = /^[0-9a-f-]{36}$/

/** The public page of a survey: plain forms that need no script, and the same survey as JSON for a page of one’s own. */
export const surveyPart = (rates: Rates) => (app: FastifyInstance, shop: Workshop) =>
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBody },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.setErrorHandler((error, request, reply) => refusePage(error, request, reply, shop))
    scope.get('/s/:key', async (request: Asked, reply) => {
      requirePace(rates, 'page', request.ip)
      const open = await opened(shop, request, reply)
      if (!open) return reply
      const { survey, speech, embed } = open
      return show(
        reply,
        200,
        formPage({
          survey,
          speech,
          filled: broughtBy(request.query, survey.questions),
          problems: new Map(),
          response: newId(),
          embed,
        }),
        survey,
      )
    })
    scope.post('/s/:key', { bodyLimit: maxBody }, async (request: Asked, reply) => {
      requirePace(rates, 'answer', `${request.ip} ${request.params.key}`)
      const open = await opened(shop, request, reply)
      return open ? take(shop, request, reply, open) : reply
    })
    scope.get('/s/:key/thanks', async (request: Asked, reply) => {
      requirePace(rates, 'page', request.ip)
      const survey = await surveyBehind(shop.store, request.params.key)
      const speech = wordsFor(survey?.language ?? null, request.headers['accept-language'])
      if (!survey) return show(reply, 404, notePage({ speech, title: speech.words.gone, text: speech.words.goneText }))
      const text = survey.thank_you ?? speech.words.thanksText
      return show(
        reply,
        200,
        notePage({
          speech,
          title: speech.words.thanks,
          text,
          of: survey,
          done: true,
          embed: isEmbedded(request),
          textIsOwn: survey.thank_you !== null,
        }),
        survey,
      )
    })
    widgetRoutes(scope, shop, rates)
  })

type Opened = { survey: OpenSurvey; speech: Speech; embed: boolean }

const isEmbedded = (request: Asked) => request.query.embed === '1'

/** The survey if it can be answered now; otherwise the reader has been told why not. */
async function opened(shop: Workshop, request: Asked, reply: FastifyReply): Promise<Opened | undefined> {
  const survey = await surveyBehind(shop.store, request.params.key)
  const speech = wordsFor(survey?.language ?? null, request.headers['accept-language'])
  const { words } = speech
  if (!survey) return void show(reply, 404, notePage({ speech, title: words.gone, text: words.goneText }))
  const embed = isEmbedded(request)
  if (!closedBecause(survey, new Date())) return { survey, speech, embed }
  const early = survey.status === 'active' && survey.starts_at !== null && Date.parse(survey.starts_at) > Date.now()
  const [title, text] = early ? [words.early, words.earlyText] : [words.closed, words.closedText]
  return void show(reply, early ? 404 : 410, notePage({ speech, title, text, of: survey, embed }), survey)
}

async function take(shop: Workshop, request: Asked, reply: FastifyReply, { survey, speech, embed }: Opened) {
  const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const thanks = `/s/${request.params.key}/thanks${embed ? '?embed=1' : ''}`
  // Only a program fills in a field that nobody sees.
  if (sent.get('website')) return reply.redirect(thanks, 303)
  const filled = filledBy(sent, survey.questions)
  const response = responseForm.test(sent.get('response') ?? '') ? sent.get('response')! : newId()
  const { answers, problems } = readForm(survey.questions, filled, speech.words)
  if (problems.size) return show(reply, 422, formPage({ survey, speech, filled, problems, response, embed }), survey)
  const stored = await asVisitor(shop, { org: survey.org, link: survey.link_id, request: request.id }, (ctx) =>
    answerPublicly(ctx, survey, answers, { response, via: 'page' }),
  )
  if (stored) return reply.redirect(thanks, 303)
  return show(
    reply,
    410,
    notePage({ speech, title: speech.words.closed, text: speech.words.closedText, of: survey, embed }),
    survey,
  )
}

/** Only the pages that the link names may put it into a frame. */
const show = (reply: FastifyReply, status: number, page: string, survey?: Pick<OpenSurvey, 'allowed_origins'>) =>
  sendPage(reply, status, page, {
    style,
    forms: "'self'",
    framedBy: survey?.allowed_origins.length ? survey.allowed_origins.join(' ') : "'none'",
    usedBy: 'cross-origin',
  })

function refusePage(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: Workshop) {
  const { status, retryAfterSeconds, unexpected } = refusalOf(error)
  if (unexpected)
    log.error(
      { request: request.id, path: request.routeOptions.url, error: String((error as Error)?.stack ?? error) },
      'survey page failed',
    )
  const speech = wordsFor(null, request.headers['accept-language'])
  const { words } = speech
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const [title, text] = status === 429 ? [words.busy, words.busyText] : [words.broken, words.brokenText]
  return show(reply, status, notePage({ speech, title, text }))
}
