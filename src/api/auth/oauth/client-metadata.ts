import { redirectProblem } from '#domain/access/connected-apps/redirects.ts'

/* What an app says about itself, in a registration (RFC 7591) or in the document that its id is the URL of. */

type ClientMetadata = { name: string; redirect_uris: string[] }
type ClientProblem = { error: 'invalid_redirect_uri' | 'invalid_client_metadata'; error_description: string }

const maxRedirects = 20
const maxNameLength = 100
/** Control characters, and those that change the direction of the text around them. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const refused = (error_description: string): ClientProblem => ({ error: 'invalid_client_metadata', error_description })

export const isProblem = (read: ClientMetadata | ClientProblem): read is ClientProblem => 'error' in read

/** Apps are public clients (RFC 6749 2.1): a secret that many copies of a program share would prove nothing. */
export function readClientMetadata(document: unknown): ClientMetadata | ClientProblem {
  if (typeof document !== 'object' || document === null) return refused('The metadata is a JSON object.')
  const { client_name, redirect_uris, grant_types, response_types } = document as Record<string, unknown>
  if (!isTexts(redirect_uris) || redirect_uris.length === 0 || redirect_uris.length > maxRedirects)
    return refused(`redirect_uris is a list of 1 to ${maxRedirects} URLs.`)
  for (const uri of redirect_uris) {
    const problem = redirectProblem(uri)
    if (problem) return { error: 'invalid_redirect_uri', error_description: `${uri.slice(0, 200)} ${problem}.` }
  }
  if (grant_types !== undefined && !(isTexts(grant_types) && grant_types.includes('authorization_code')))
    return refused('grant_types includes authorization_code.')
  if (response_types !== undefined && !(isTexts(response_types) && response_types.includes('code')))
    return refused('response_types includes code.')
  const name = typeof client_name === 'string' ? client_name.replace(hidden, '').trim().slice(0, maxNameLength) : ''
  return { name: name || new URL(redirect_uris[0]!).host, redirect_uris }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
