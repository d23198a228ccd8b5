import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readUnsubscribeToken, unsubscribe } from '#domain/overview/digest/unsubscribe.ts'
import { preferredLanguage, textsOf } from '#i18n/texts.ts'
import { vaultFor } from '#store/vault.ts'
import { type RateLimiting, requireRateLimit } from '#api/pipeline/require-rate-limit.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'
import { html } from './survey-page/html.ts'
import { noticePage } from './survey-page/page.ts'
import { messagesFor } from './survey-page/messages.ts'
import { sendPage } from './survey-page/send-page.ts'
import { style } from './survey-page/style.ts'

type UnsubscribeRequest = FastifyRequest<{ Params: { token: string } }>

const translations = textsOf('unsubscribe')

const localeOf = ({ headers }: FastifyRequest) => {
  const lang = preferredLanguage(translations, headers['accept-language'])
  return { page: messagesFor(lang, undefined), texts: translations[lang]! }
}

const send = (reply: FastifyReply, status: number, page: string) =>
  sendPage(reply, status, page, { style, forms: "'self'", framedBy: "'none'", usedBy: 'same-origin' })

/** A look at the link changes nothing, because mail scanners open links; RFC 8058 clients and the button post. */
export const unsubscribeRoutes =
  (rates: RateLimiting) =>
  (app: FastifyInstance, { store, secret }: ServerDeps) =>
    void app.register(async (scope) => {
      // Mail programs post a form in either encoding; the token in the path says everything.
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
        done(null, null),
      )
      const memberOf = (request: UnsubscribeRequest) => {
        requireRateLimit(rates, 'page', request.network)
        return readUnsubscribeToken(vaultFor(secret), request.params.token)
      }
      const invalid = (reply: FastifyReply, { page, texts }: ReturnType<typeof localeOf>) =>
        send(reply, 404, noticePage({ locale: page, title: texts.invalid, text: texts.invalidText }))

      scope.get('/unsubscribe/:token', async (request: UnsubscribeRequest, reply) => {
        const locale = localeOf(request)
        if (!memberOf(request)) return invalid(reply, locale)
        const { page, texts } = locale
        const action = html`<form method="post"><button type="submit">${texts.confirm}</button></form>`
        return send(reply, 200, noticePage({ locale: page, title: texts.ask, text: texts.askText, action }))
      })
      scope.post('/unsubscribe/:token', async (request: UnsubscribeRequest, reply) => {
        const member = memberOf(request)
        const locale = localeOf(request)
        if (!member) return invalid(reply, locale)
        await unsubscribe(store, member)
        const { page, texts } = locale
        return send(reply, 200, noticePage({ locale: page, title: texts.done, text: texts.doneText, done: true }))
      })
    })
