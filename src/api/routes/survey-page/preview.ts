import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { surveyToPreview } from '#domain/sources/surveys/public.ts'
import type { People } from '#api/auth/auth-routes.ts'
import { formPage, notePage } from './page.ts'
import { sendPage } from './send-page.ts'
import { style, styleIn } from './style.ts'
import { wordsFor } from './words.ts'

type Asked = FastifyRequest<{ Params: { surveyId: string }; Querystring: { theme?: unknown; page?: unknown } }>

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The public page of a survey for those who write it, before anybody can answer it: as it will look, in either colouring, sending nothing. */
export const previewPart = (people: People) => (app: FastifyInstance) =>
  void app.get('/app/surveys/:surveyId/preview', async (request: Asked, reply) => {
    const seat = await people.seatOf(request)
    const { surveyId } = request.params
    const survey =
      seat?.org_id && isId.test(surveyId) ? await surveyToPreview(people.store, seat.org_id, surveyId) : undefined
    const speech = wordsFor(survey?.language ?? null, request.headers['accept-language'])
    const { words } = speech
    const { theme, page } = request.query
    const css = theme === 'light' || theme === 'dark' ? styleIn[theme] : style
    if (!survey)
      return show(reply, seat ? 404 : 401, css, notePage({ speech, title: words.gone, text: words.goneText, css }))
    if (page === 'thanks')
      return show(
        reply,
        200,
        css,
        notePage({
          speech,
          title: words.thanks,
          text: survey.thank_you ?? words.thanksText,
          of: survey,
          done: true,
          textIsOwn: survey.thank_you !== null,
          css,
        }),
      )
    return show(
      reply,
      200,
      css,
      formPage({
        survey,
        speech,
        filled: new Map(),
        problems: new Map(),
        response: '',
        embed: false,
        preview: { css },
      }),
    )
  })

const show = (reply: FastifyReply, status: number, css: string, page: string) =>
  sendPage(reply, status, page, { style: css, forms: "'none'", framedBy: "'self'", usedBy: 'same-origin' })
