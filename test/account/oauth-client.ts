import { randomBytes } from 'node:crypto'
import { challengeOf } from '#domain/access/connected-apps/rules.ts'
import type { Reply, TestApp } from '../test-app.ts'
import type { Browser } from './browser.ts'

/* An app that asks for access by OAuth, one request at a time. */

export const redirectUri = 'https://app.example.com/callback'
/** The address in the settings of test servers, which they do not listen at. */
export const publicUrl = 'http://localhost:3000'
export const verifier = randomBytes(32).toString('base64url')

type Fields = Record<string, string>
type OAuthApp = Pick<TestApp, 'baseUrl'>

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

export const postForm = async ({ baseUrl }: OAuthApp, path: string, fields: Fields | string): Promise<Reply> =>
  replyOf(
    await fetch(baseUrl + path, {
      method: 'POST',
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  )

export const postJson = async ({ baseUrl }: OAuthApp, path: string, body: unknown): Promise<Reply> =>
  replyOf(
    await fetch(baseUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  )

export const register = (app: OAuthApp, metadata: object = {}) =>
  postJson(app, '/oauth/register', { client_name: 'Assistant', redirect_uris: [redirectUri], ...metadata })

export const registered = async (app: OAuthApp, metadata?: object): Promise<string> =>
  (await register(app, metadata)).body.client_id

/** Where the browser is sent by the authorization endpoint. */
export async function authorize({ baseUrl }: OAuthApp, parameters: Fields | [string, string][]): Promise<URL> {
  const defaults = { response_type: 'code', code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }
  const query = new URLSearchParams(Array.isArray(parameters) ? parameters : { ...defaults, ...parameters })
  const response = await fetch(`${baseUrl}/oauth/authorize?${query}`, { redirect: 'manual' })
  if (response.status !== 302) throw new Error(`${response.status} ${await response.text()}`)
  return new URL(response.headers.get('location')!)
}

type Consent = { clientId: string; orgId: string; scopes?: string[]; redirect_uri?: string; state?: string }

export const allow = (
  browser: Browser,
  { clientId, orgId, scopes = ['read'], redirect_uri = redirectUri, state }: Consent,
) =>
  browser.app('POST', '/connected-apps', {
    body: {
      client: clientId,
      organization: orgId,
      scopes,
      redirect_uri,
      code_challenge: challengeOf(verifier),
      ...(state !== undefined && { state }),
    },
  })

export const codeIn = (reply: Reply) => new URL(reply.body.redirect_url).searchParams.get('code')!

export const exchangeCode = (app: OAuthApp, clientId: string, code: string, more: Fields = {}) =>
  postForm(app, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })

export const refresh = (app: OAuthApp, clientId: string, refresh_token: string, more: Fields = {}) =>
  postForm(app, '/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token, ...more })

export type Connected = { id: string; clientId: string; access: string; refresh: string }

/** Everything from the registration to the first token. */
export async function connected(
  app: OAuthApp,
  browser: Browser,
  consent: Omit<Consent, 'clientId'>,
): Promise<Connected> {
  const clientId = await registered(app)
  const allowed = await allow(browser, { clientId, ...consent })
  const { status, body, text } = await exchangeCode(app, clientId, codeIn(allowed))
  if (status !== 200) throw new Error(text)
  return { id: allowed.body.id, clientId, access: body.access_token, refresh: body.refresh_token }
}

/** Calls a tool, or lists the tools. */
export async function callMcp(
  { baseUrl }: OAuthApp,
  token: string,
  tool?: { name: string; arguments?: object },
): Promise<Reply> {
  const message = { jsonrpc: '2.0', id: 1, method: tool ? 'tools/call' : 'tools/list', params: tool ?? {} }
  return replyOf(
    await fetch(`${baseUrl}/mcp?mode=write`, {
      method: 'POST',
      body: JSON.stringify(message),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    }),
  )
}
