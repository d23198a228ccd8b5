import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSurveyPreview, type PublicSurvey } from '#domain/sources/surveys/links/public-survey.ts'
import type { Auth } from '#api/auth/auth.ts'
import { formPage, noticePage, type PageLocale } from './page.ts'
import { sendPage } from './send-page.ts'
import { style, styleByTheme } from './style.ts'
import { messagesFor } from './messages.ts'

type PreviewRequest = FastifyRequest<{ Params: { surveyId: string }; Querystring: { theme?: unknown; page?: unknown } }>

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The survey page as its author will publish it, in either theme; nothing can be submitted. */
export const surveyPreviewRoutes = (auth: Auth) => (app: FastifyInstance) =>
  void app.get('/app/surveys/:surveyId/preview', async (request: PreviewRequest, reply) => {
    const session = await auth.sessionOf(request)
    const { surveyId } = request.params
    const survey =
      session?.org_id && isId.test(surveyId) ? await findSurveyPreview(auth.store, session.org_id, surveyId) : undefined
    const locale = messagesFor(survey?.language ?? null, request.headers['accept-language'])
    const { messages } = locale
    const { theme, page } = request.query
    const css = theme === 'light' || theme === 'dark' ? styleByTheme[theme] : style
    if (!survey) {
      const notice = noticePage({ locale, title: messages.gone, text: messages.goneText, css })
      return sendPreview(reply, session ? 404 : 401, css, notice)
    }
    return sendPreview(
      reply,
      200,
      css,
      page === 'thanks' ? thanksPreview(survey, locale, css) : formPreview(survey, locale, css),
    )
  })

const thanksPreview = (survey: PublicSurvey, locale: PageLocale, css: string) =>
  noticePage({
    locale,
    title: locale.messages.thanks,
    text: survey.thank_you ?? locale.messages.thanksText,
    of: survey,
    done: true,
    textIsOwn: survey.thank_you !== null,
    css,
  })

const formPreview = (survey: PublicSurvey, locale: PageLocale, css: string) =>
  formPage({
    survey,
    locale,
    values: new Map(),
    problems: new Map(),
    response: '',
    embed: false,
    preview: { css },
  })

const sendPreview = (reply: FastifyReply, status: number, css: string, page: string) =>
  sendPage(reply, status, page, { style: css, forms: "'none'", framedBy: "'self'", usedBy: 'same-origin' })
