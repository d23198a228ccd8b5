import {
  base64,
  check,
  checkTimed,
  headerValue,
  hex,
  prefixed,
  refuse,
  unixSecondsToMs,
  standardKey,
  type SignatureVerdict,
  type VerifyInput,
} from '#domain/integrations/definition/signature.ts'

/** Typeform and Delighted sign the body as X-Signature-256 does, under names of their own. */
export function verifyGeneric(input: VerifyInput): SignatureVerdict {
  const { headers, body, signature = 'any' } = input
  const [id, time, header] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerValue(headers, name),
  )
  if (signature !== 'sha256' && header !== undefined) {
    if (id === undefined || time === undefined) return refuse('missing_signature')
    const signatures = header
      .split(' ')
      .slice(0, 20)
      .map((entry) => base64(prefixed(entry, 'v1,')))
    return checkTimed(
      input,
      { time: unixSecondsToMs(time), toleranceSeconds: 300 },
      {
        signatures,
        signed: [`${id}.${time}.`, body],
        key: standardKey,
        deliveryId: id,
      },
    )
  }
  if (signature === 'standard') return refuse('missing_signature')
  return check(input, {
    signatures: [
      hex(prefixed(headerValue(headers, 'x-signature-256'), 'sha256=')),
      base64(prefixed(headerValue(headers, 'typeform-signature'), 'sha256=')),
      hex(prefixed(headerValue(headers, 'x-delighted-webhook-signature'), 'sha256=')),
    ],
    signed: [body],
  })
}
