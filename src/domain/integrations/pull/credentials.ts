import type { SealedTable } from '#store/sealed-tables.ts'
import type { Vault } from '#store/vault.ts'
import type { AccessToken } from '#domain/integrations/definition/provider.ts'

/* Credentials of providers and the tokens obtained with them, encrypted. */

const credentialContext = (org: string, integration: string) => `integration-credential/${org}/${integration}`
const tokenContext = (org: string, integration: string) => `integration-token/${org}/${integration}`

export const sealedPulls: SealedTable = {
  table: 'integration_pull',
  id: 'integration_id',
  columns: { credential: credentialContext, token: tokenContext },
}

export type CredentialFields = Readonly<Record<string, string>>
type Place = { vault: Vault; org: string; integration: string }

const hintLength = 4

export function sealCredential({ vault, org, integration }: Place, credential: CredentialFields) {
  const trimmed = Object.fromEntries(Object.entries(credential).map(([name, value]) => [name, value.trim()]))
  const last = Object.values(trimmed).findLast((value) => value.length > 2 * hintLength)
  return {
    credential: vault.seal(JSON.stringify(trimmed), credentialContext(org, integration)),
    credential_hint: last && !last.includes('\n') ? `…${last.slice(-hintLength)}` : null,
  }
}

/** Undefined when it cannot be decrypted, because SECRET_KEY changed. */
export function openCredential({ vault, org, integration }: Place, sealed: Buffer): CredentialFields | undefined {
  try {
    return JSON.parse(vault.open(sealed, credentialContext(org, integration))) as CredentialFields
  } catch {
    return undefined
  }
}

export const sealToken = ({ vault, org, integration }: Place, token: AccessToken) =>
  vault.seal(JSON.stringify(token), tokenContext(org, integration))

export function openToken({ vault, org, integration }: Place, sealed: Buffer | null): AccessToken | null {
  try {
    return sealed && (JSON.parse(vault.open(sealed, tokenContext(org, integration))) as AccessToken)
  } catch {
    return null
  }
}
