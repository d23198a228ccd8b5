import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#domain/errors.ts'
import type { ReadCtx } from '#domain/context.ts'
import { verifyPassword } from '#domain/identity/password.ts'
import { limitSharePasswords } from '#domain/identity/sign-in-limits.ts'
import { dayIn } from '#domain/overview/one-pagers/words.ts'
import { openShareLink } from '#domain/overview/share-links/open-link.ts'
import { countView } from '#domain/overview/share-links/queries.ts'
import { buildSharedPage, type PageReader } from '#domain/overview/share-links/shared-page.ts'
import { preferredLanguage, textsOf } from '#i18n/texts.ts'
import type { OnePagerLanguage } from '#vocabulary/one-pagers.ts'
import { toErrorResponse } from '#api/pipeline/error-response.ts'
import { type RateLimiting, requireRateLimit } from '#api/pipeline/require-rate-limit.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'
import { sendPage } from '#api/routes/survey-page/send-page.ts'
import { noticeHtml, passwordPage, sharedPageHtml } from './page.ts'
import { sharedStyle } from './style.ts'

type ShareRequest = FastifyRequest<{ Params: { token: string } }>
type Link = NonNullable<Awaited<ReturnType<typeof openShareLink>>>

const translations = textsOf('share_page')
const maxBodyBytes = 4096

const readerOf = ({ headers }: FastifyRequest): PageReader => {
  const language = preferredLanguage(translations, headers['accept-language']) as OnePagerLanguage
  return { language, texts: translations[language]! }
}

const send = (reply: FastifyReply, status: number, page: string, link?: Pick<Link, 'frame_origin'>) =>
  sendPage(reply.header('x-robots-tag', 'noindex, nofollow'), status, page, {
    style: sharedStyle,
    forms: "'self'",
    framedBy: link?.frame_origin ?? "'none'",
    usedBy: 'same-origin',
  })

/** The same for links that are wrong, expired, revoked or lead to what is gone. */
const sendGone = (request: FastifyRequest, reply: FastifyReply) => {
  const reader = readerOf(request)
  return send(reply, 404, noticeHtml(reader, reader.texts.gone, reader.texts.goneText))
}

/** Read-only pages for people without an account: no scripts, nothing from other places. */
export const sharePageRoutes = (rates: RateLimiting) => (app: FastifyInstance, deps: ServerDeps) =>
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, deps))
    scope.get('/share/:token', async (request: ShareRequest, reply) => {
      requireRateLimit(rates, 'page', request.network)
      const link = await openShareLink(deps.store, request.params.token)
      if (!link) return sendGone(request, reply)
      if (link.password_hash !== null) return send(reply, 200, passwordPage(readerOf(request), false), link)
      return sendShared(deps, request, reply, link)
    })
    scope.post('/share/:token', { bodyLimit: maxBodyBytes }, async (request: ShareRequest, reply) => {
      requireRateLimit(rates, 'page', request.network)
      const link = await openShareLink(deps.store, request.params.token)
      if (!link) return sendGone(request, reply)
      if (!(await isPasswordRight(deps, request, link)))
        return send(reply, 403, passwordPage(readerOf(request), true), link)
      return sendShared(deps, request, reply, link)
    })
  })

/** Every attempt counts until it is right; too many are refused before the password is looked at. */
async function isPasswordRight({ store }: ServerDeps, request: ShareRequest, link: Link): Promise<boolean> {
  if (link.password_hash === null) return true
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const uncount = await limitSharePasswords(store, link.id, request.network)
  const isRight = await verifyPassword(link.password_hash, form.get('password') ?? '')
  if (isRight) await uncount()
  return isRight
}

const noCursors = { read: () => [], write: () => '' }

/** Reads what the page shows with the rights of nobody: there is no user, and nothing can be written. */
const readerContext = ({ store, settings, log }: ServerDeps, org: string): ReadCtx => ({
  org,
  user: '',
  authorize: async () => ({ role: 'member', llm: null }),
  scope: 'read',
  db: store,
  cursors: noCursors,
  now: new Date(),
  settings,
  semanticSearch: null,
  hasLlm: false,
  log,
})

async function sendShared(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply, link: Link) {
  const reader = readerOf(request)
  const ctx = readerContext(deps, link.org)
  const page = await buildSharedPage(ctx, link, reader).catch(goneOrThrow)
  if (!page) return sendGone(request, reply)
  await countView(deps.store, link.org, link.id)
  const day = dayIn(reader.language, ctx.now.toISOString())
  return send(reply, 200, sharedPageHtml({ page, organization: link.organization, day, reader }), link)
}

/** What was deleted or merged while the page was made is gone like any other. */
function goneOrThrow(error: unknown): undefined {
  if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'MERGED')) return undefined
  throw error
}

function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: ServerDeps) {
  const { status, retryAfterSeconds, unexpected } = toErrorResponse(error)
  if (unexpected)
    log.error({ request: request.id, error: String((error as Error)?.stack ?? error) }, 'shared page failed')
  const reader = readerOf(request)
  const { texts } = reader
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const [title, text] = status === 429 ? [texts.busy, texts.busyText] : [texts.broken, texts.brokenText]
  return send(reply, status, noticeHtml(reader, title, text))
}
