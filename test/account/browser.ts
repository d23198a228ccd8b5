import type { Reply, TestApp } from '../test-app.ts'

export type Sent = { body?: unknown; headers?: Record<string, string>; query?: Record<string, string> }

/** A browser on the web app: keeps cookies and sends an Origin header. */
export function openBrowser(app: Pick<TestApp, 'baseUrl'>) {
  const jar = new Map<string, string>()
  async function send(method: string, path: string, { body, headers = {}, query }: Sent = {}): Promise<Reply> {
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const response = await fetch(`${app.baseUrl}${path}${search}`, {
      method,
      headers: {
        origin: app.baseUrl,
        'x-requested-with': 'earshot',
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';', 1)[0]!.split('=') as [string, string]
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return {
    jar,
    app: (method: string, path: string, sent?: Sent) => send(method, `/app/v1${path}`, sent),
    auth: (method: string, path: string, sent?: Sent) => send(method, `/app/auth${path}`, sent),
    signIn: (email: string, password: string) => send('POST', '/app/auth/sign-in/email', { body: { email, password } }),
  }
}
export type Browser = ReturnType<typeof openBrowser>

export async function signedIn(
  app: TestApp,
  { email, password }: { email: string; password: string },
): Promise<Browser> {
  const browser = openBrowser(app)
  const reply = await browser.signIn(email, password)
  if (reply.status !== 200) throw new Error(`could not sign in: ${reply.text}`)
  return browser
}
