import type { Config } from '#config/types.ts'
import { mailerOf } from '#serve/dependencies.ts'
import { type CheckResult, failed, fetchConfigured, ok, skipped, warning } from './finding.ts'
import { isEarshot } from './machine.ts'

/* What the server talks to, and what stands before it. */

const isLocal = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

export async function checkProxy({ publicUrl, trustProxy }: Config): Promise<CheckResult[]> {
  const { protocol, hostname } = new URL(publicUrl)
  const isTrusting = 'networks' in trustProxy ? trustProxy.networks.length > 0 : trustProxy.hops > 0
  const found: CheckResult[] = []
  if (protocol === 'http:' && !isLocal(hostname))
    found.push(
      warning(
        `PUBLIC_URL is ${publicUrl}: passwords and API keys cross the network in clear text`,
        'Put a reverse proxy with TLS before the server, and set PUBLIC_URL to its https address.',
      ),
    )
  if (protocol === 'https:' && !isTrusting)
    found.push(
      warning(
        'PUBLIC_URL is https, so there is a proxy, but TRUST_PROXY is off: clients seem to have its address',
        'Set TRUST_PROXY=1, or to the networks of the proxies.',
      ),
    )
  if (!isLocal(hostname) && !(await isEarshot(publicUrl)))
    found.push(
      warning(
        `${publicUrl}/healthz does not answer as Earshot`,
        'Start the server, and let the proxy pass all paths to it unchanged; ignore this where PUBLIC_URL cannot be ' +
          'reached from this machine.',
      ),
    )
  return found.length ? found : [ok(`clients reach the server at ${publicUrl}`)]
}

export async function checkMail(config: Config): Promise<CheckResult> {
  if (config.smtpUrl === null) return skipped('SMTP_URL is not set: admins see invitation links instead of mails')
  const { host } = new URL(config.smtpUrl)
  const mailer = (await mailerOf(config))!
  try {
    await mailer.verify()
    if (config.mailFrom !== null) return ok(`${host} accepts mail`)
    const hint = 'Set MAIL_FROM to an address that this mail server may send from.'
    return warning(`${host} accepts mail, but MAIL_FROM is not set`, hint)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const hint =
      code === 'EAUTH'
        ? 'Correct the user and the password in SMTP_URL.'
        : 'Correct the host, the port (587 or 465) and smtp or smtps in SMTP_URL; then try earshot mail test <address>.'
    return failed(`${host}: ${message.split('\n')[0]}`, hint)
  } finally {
    mailer.close()
  }
}

export async function checkSingleSignOn({ oidcIssuer, oidcClientId, oidcClientSecret }: Config): Promise<CheckResult> {
  if (oidcIssuer === null) return skipped('OIDC_ISSUER is not set')
  if (oidcClientId === null || oidcClientSecret === null) {
    const missing = oidcClientId === null ? 'OIDC_CLIENT_ID' : 'OIDC_CLIENT_SECRET'
    return failed(`OIDC_ISSUER is set, but ${missing} is not`, 'Take both from the application at the provider.')
  }
  const url = `${oidcIssuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const response = await fetchConfigured(url)
    if (!response.ok)
      return failed(`${url} answers ${response.status}`, 'Correct OIDC_ISSUER: it is the part before /.well-known.')
    const { issuer } = (await response.json()) as { issuer?: string }
    if (issuer === oidcIssuer) return ok(`${oidcIssuer} is an OpenID Connect provider`)
    return failed(`the provider calls itself ${issuer}, not ${oidcIssuer}`, `Set OIDC_ISSUER=${issuer}.`)
  } catch (error) {
    return failed(`${url}: ${(error as Error).message}`, 'Correct OIDC_ISSUER, or let this machine reach it.')
  }
}

export async function checkLanguageModel({ llmBaseUrl, llmModel, llmApiKey }: Config): Promise<CheckResult> {
  if (llmBaseUrl === null) return skipped('LLM_BASE_URL is not set: everything works without')
  if (llmModel === null) return failed('LLM_BASE_URL is set, but LLM_MODEL is not', 'Set LLM_MODEL to a model of it.')
  const url = `${llmBaseUrl.replace(/\/$/, '')}/models`
  try {
    const response = await fetchConfigured(
      url,
      llmApiKey === null ? {} : { headers: { authorization: `Bearer ${llmApiKey}` } },
    )
    if (response.status === 401 || response.status === 403)
      return failed(`${llmBaseUrl} refuses the key (${response.status})`, 'Set LLM_API_KEY to a key of it.')
    if (!response.ok) return warning(`${url} answers ${response.status}`, 'LLM_BASE_URL mostly ends with /v1.')
    const { data } = (await response.json()) as { data?: { id: string }[] }
    const names = data?.map(({ id }) => id) ?? []
    if (names.length === 0 || names.includes(llmModel)) return ok(`${llmBaseUrl} has ${llmModel}`)
    return failed(`${llmBaseUrl} has no model ${llmModel}`, `Set LLM_MODEL to one of ${names.slice(0, 5).join(', ')}.`)
  } catch (error) {
    return failed(`${url}: ${(error as Error).message}`, 'Start that server, or correct LLM_BASE_URL.')
  }
}

export async function checkTraces({ otlpEndpoint, otlpHeaders }: Config): Promise<CheckResult> {
  if (otlpEndpoint === null) return skipped('OTEL_EXPORTER_OTLP_ENDPOINT is not set')
  const url = `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`
  try {
    const headers = { 'content-type': 'application/json', ...otlpHeaders }
    const { ok: accepted, status } = await fetchConfigured(url, {
      method: 'POST',
      headers,
      body: '{"resourceSpans":[]}',
    })
    return accepted
      ? ok(`${otlpEndpoint} accepts traces`)
      : warning(`${url} answers ${status}`, 'It has to accept OTLP over HTTP in JSON.')
  } catch (error) {
    return warning(`${url}: ${(error as Error).message}`, 'Start the collector, or unset OTEL_EXPORTER_OTLP_ENDPOINT.')
  }
}
