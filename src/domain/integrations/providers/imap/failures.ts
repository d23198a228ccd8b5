import { OutboundError } from '#outbound/failure.ts'
import { PullError } from '#domain/integrations/definition/failures.ts'

/* Errors of a mail server in plain words. */

type ImapError = Error & {
  code?: string
  authenticationFailed?: boolean
  serverResponseCode?: string
  response?: unknown
  tlsFailed?: boolean
}

const wrongPassword = {
  code: 'credential_refused',
  message: 'The mail server refused the user name or the password.',
  action:
    'Check both. Gmail, Fastmail, iCloud and Yahoo need an app password; Microsoft 365 accepts no passwords over IMAP.',
}

export const folderMissing = (folder: string, others: readonly string[]) =>
  new PullError({
    code: 'not_found',
    message: `The mailbox has no folder “${folder}”. It has: ${others.join(', ')}.`,
    action: 'Enter one of these names, with upper and lower case as shown.',
  })

const certificateReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an authority that is not known here',
}
const tlsCode = /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

const tlsFailed = (code: string) =>
  new PullError({
    code: 'tls_failed',
    message:
      'There is no encrypted connection to the mail server: ' +
      `${certificateReasons[code] ?? `TLS failed (${code})`}.`,
    action: certificateReasons[code]
      ? 'Enter the name that the certificate has. An operator can trust an authority of your own with ' +
        'NODE_EXTRA_CA_CERTS.'
      : 'Check the port: 993 is TLS. Servers in a private network may need the encryption starttls or none.',
  })

/** Answers of a server that is busy; the next attempt may succeed. */
const busyCodes = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG', 'OVERQUOTA'])

/** A failure that a person can act on, or an OutboundError, which is followed by another attempt. */
export function mailFailure(error: unknown): Error {
  if (error instanceof PullError || error instanceof OutboundError) return error
  const { code = '', authenticationFailed, serverResponseCode = '', tlsFailed: isTls, message } = error as ImapError
  if (busyCodes.has(serverResponseCode))
    return new OutboundError('UNREACHABLE', `The mail server is busy (${serverResponseCode}).`)
  if (authenticationFailed) return new PullError(wrongPassword)
  if (isTls || tlsCode.test(code)) return tlsFailed(code || message)
  return new OutboundError('UNREACHABLE', `No connection${/^E[A-Z]+$/.test(code) ? ` (${code})` : ''}.`)
}
