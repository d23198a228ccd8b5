import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findWidget } from '#domain/sources/widgets/queries.ts'
import type { Auth } from '#api/auth/auth.ts'
import { html } from '#api/routes/survey-page/html.ts'
import { preferredLanguage, textsOf } from '#i18n/texts.ts'
import { sendPage } from '#api/routes/survey-page/send-page.ts'

type PreviewRequest = FastifyRequest<{ Params: { widgetId: string }; Querystring: { lang?: unknown } }>

const translations = textsOf('widget')
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const style = 'html{color-scheme:light dark}body{margin:1rem;font:1rem/1.5 system-ui,sans-serif}'

/** A page with the widget opened as visitors see it; nothing is sent. */
export const widgetPreviewRoutes = (auth: Auth) => (app: FastifyInstance) =>
  void app.get('/app/feedback-widgets/:widgetId/preview', async (request: PreviewRequest, reply) => {
    const session = await auth.sessionOf(request)
    const { widgetId } = request.params
    const widget =
      session?.org_id && session.role === 'admin' && isId.test(widgetId)
        ? await findWidget(auth.store, session.org_id, widgetId)
        : undefined
    const lang = preferredLanguage(translations, String(request.query.lang))
    const headers = { style, forms: "'self'", framedBy: "'self'", usedBy: 'same-origin', scripts: "'self'" } as const
    if (!widget) return sendPage(reply, session ? 404 : 401, page(lang, html`<p>404</p>`), headers)
    const preview = JSON.stringify({ heading: widget.heading, ask_email: widget.ask_email, token: '' })
    const tag = html`<script src="/widget.js" data-key="${widget.key}" data-preview="${preview}" defer></script>`
    return sendPage(reply, 200, page(lang, tag), headers)
  })

const page = (lang: string, content: ReturnType<typeof html>) =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Preview</title><style>${style}</style>` +
  `<meta name="viewport" content="width=device-width"></head><body>${content.text}</body></html>`
